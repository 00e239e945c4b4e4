import { chmod, mkdtemp, rm, stat, writeFile, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { simpleParser } from 'mailparser'
import { expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '#platform/settings/config.ts'
import { headerOf, startMailServer } from '#tests/support/mail-server.ts'
import { closeMailFolder, mailFolder, createMailer, mailerParts, warnAboutTls } from './mailer.ts'

const mail = {
  messageId: '<one@lights.example>',
  to: 'thandi@example.com',
  from: 'hello@lights.example',
  subject: 'Your seat',
  text: 'Hello Thandi',
  html: '<p>Hello Thandi</p>',
}

function mailerWith(environment: Record<string, string>) {
  const config = loadConfig(environment)
  const mailer = createMailer(mailerParts(config, config, 'House Lights'))
  return (name = 'one') => mailer.send(mail, name)
}

/** Returns the same server under a host name that does not identify this machine. */
function asAnother(url: string) {
  return url.replace('127.0.0.1', '0.0.0.0')
}

/** Parses RFC 5322 address lists independently of mailparser. */
function readMailbox(header: string) {
  const [, quoted, address] = /^"((?:[^"\\]|\\.)*)" <([^<>]+)>$/.exec(header) ?? []
  return { name: quoted?.replaceAll(/\\(.)/g, '$1'), address }
}

for (const name of ['Talks @ Ten', 'Talks: live', 'boss@evil.example', 'A, B; C', '[z] (c)']) {
  test(`the name '${name}' of a sender is quoted, so that no reader misreads it`, async () => {
    const address = 'hello@lights.example'
    const server = await startMailServer()
    const setting = `${name} <${address}>`
    const named = loadConfig({ SMTP_URL: server.url, PUBLIC_URL: 'https://lights.example' })
    const settings = loadConfig({
      SMTP_URL: server.url,
      MAIL_FROM: setting,
      MAIL_REPLY_TO: setting,
    })
    const bySeries = createMailer(mailerParts(named, named, name))
    const bySetting = createMailer(mailerParts(settings, settings, 'House Lights'))
    await bySeries.send({ ...mail, from: bySeries.from }, 'one')
    await bySetting.send({ ...mail, from: bySetting.from }, 'two')
    const [first, second] = server.mails.map(({ raw }) => raw)
    const sender = { name, address: 'no-reply@lights.example' }
    expect((await simpleParser(first!)).from!.value).toEqual([sender])
    expect(readMailbox(headerOf(first!, 'From'))).toEqual(sender)
    const { from, replyTo } = await simpleParser(second!)
    expect([...from!.value, ...replyTo!.value]).toEqual([
      { name, address },
      { name, address },
    ])
    for (const header of ['From', 'Reply-To']) {
      expect(readMailbox(headerOf(second!, header))).toEqual({ name, address })
    }
  })
}

test('a line break in the name of a series adds no header', async () => {
  const server = await startMailServer()
  const config = loadConfig({ SMTP_URL: server.url })
  const mailer = createMailer(mailerParts(config, config, 'Talks\r\nBcc: evil@evil.example'))
  await mailer.send({ ...mail, from: mailer.from }, 'one')
  expect(server.mails.map(({ to }) => to)).toEqual([mail.to])
  expect(headerOf(server.mails[0]!.raw, 'Bcc')).toBe('')
})

test('a mail server on this machine needs no TLS', async () => {
  const server = await startMailServer()
  await mailerWith({ SMTP_URL: server.url })()
  await mailerWith({ SMTP_URL: server.url.replace('127.0.0.1', 'localhost') })()
  expect(server.mails).toHaveLength(2)
})

test('a mail server elsewhere gets nothing without TLS, and the reason says what to do', async () => {
  const server = await startMailServer()
  const send = mailerWith({ SMTP_URL: asAnother(server.url) })
  await expect(send()).rejects.toThrow(/STARTTLS.*smtps:\/\/.*SMTP_REQUIRE_TLS/)
  expect(server.offers).toBe(0)
})

test('a name that leads to machines’ own services is not called, however it is written', async () => {
  const send = mailerWith({ SMTP_URL: 'smtp://2852039166:25', SMTP_REQUIRE_TLS: 'off' })
  await expect(send()).rejects.toThrow('resolves to a link-local address')
})

test('mails of a replaced mailer are sent, and its connections close', async () => {
  const server = await startMailServer()
  server.behave('slow')
  const config = loadConfig({ SMTP_URL: server.url })
  const mailer = createMailer(mailerParts(config, config, 'House Lights'))
  const sending = Array.from({ length: 6 }, (_, at) => mailer.send(mail, `${at}`))
  await expect.poll(() => server.offers).toBeGreaterThan(0)
  mailer.close()
  await Promise.all(sending)
  await mailer.send(mail, 'late')
  expect(server.mails).toHaveLength(7)
  await expect.poll(() => server.lines).toBe(0)
})

test('the start warns of smtp:// to another machine while TLS is required, and of nothing else', () => {
  const warn = (environment: Record<string, string>) => warnAboutTls(loadConfig(environment))
  expect(warn({ SMTP_URL: 'smtp://relay:25' })).toContain('SMTP_REQUIRE_TLS=off')
  expect(warn({ SMTP_URL: 'smtp://relay:25', SMTP_REQUIRE_TLS: 'off' })).toBeUndefined()
  expect(warn({ SMTP_URL: 'smtps://relay' })).toBeUndefined()
  expect(warn({ SMTP_URL: 'smtp://localhost:25' })).toBeUndefined()
  expect(warn({})).toBeUndefined()
})

test('a mail server elsewhere that offers no TLS is used once the setting allows it', async () => {
  const server = await startMailServer()
  await mailerWith({ SMTP_URL: asAnother(server.url), SMTP_REQUIRE_TLS: 'off' })()
  expect([server.mails.length, server.overTls]).toEqual([1, 0])
})

test('a mail server elsewhere that offers TLS is spoken to over it, its certificate checked', async () => {
  const server = await startMailServer({ offersTls: true })
  await expect(mailerWith({ SMTP_URL: asAnother(server.url) })()).rejects.toThrow(/certificate/)
  expect(server.offers).toBe(0)
  await mailerWith({ SMTP_URL: `${asAnother(server.url)}?tls.rejectUnauthorized=false` })()
  expect([server.mails.length, server.overTls]).toEqual([1, 1])
})

test.skipIf(process.platform === 'win32')(
  'written mails are for nobody else, whatever the folder was before',
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'greenroom-mail-'))
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
    await chmod(dataDir, 0o755)
    const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)
    const folder = mailFolder(dataDir)
    await closeMailFolder(folder)
    await mailerWith({ DATA_DIR: dataDir })('new')
    expect(await modeOf(folder)).toBe('700')
    expect(await modeOf(join(folder, 'new.eml'))).toBe('600')

    await rm(folder, { recursive: true })
    await mkdir(folder)
    await chmod(folder, 0o755)
    await writeFile(join(folder, 'old.eml'), 'From a copied folder', { mode: 0o644 })
    await closeMailFolder(folder)
    await mailerWith({ DATA_DIR: dataDir })('new')
    expect(await modeOf(folder)).toBe('700')
    expect(await modeOf(join(folder, 'old.eml'))).toBe('600')
    expect(await modeOf(join(folder, 'new.eml'))).toBe('600')
  },
)
