import { expect, test } from 'vitest'
import { loadConfig } from '#platform/settings/config.ts'
import { bounceStage } from '#tests/support/bounce-stage.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { mailStage } from '#tests/support/mail-stage.ts'
import { buildPerson, registrationBody } from '#tests/support/builders.ts'
import { registerForEvents } from '#features/registrations/contract.ts'
import { group, writeParts, writeText } from '#tests/support/reports/write-mail.ts'
import { createMailer, mailerParts } from './mailer.ts'

const plain = 'hello@lights.example'

test('where reports are read, each mail comes from an envelope sender of its own', async () => {
  const { register, server } = await bounceStage()
  await register('one')
  await register('two')
  const senders = server.mails.map(({ from }) => from)
  for (const sender of senders) {
    expect(sender).toMatch(/^bounce\+\d+\.[0-9a-f]{36}@lights\.example$/)
    expect(sender.split('@')[0]!.length).toBeLessThanOrEqual(64)
  }
  expect(new Set(senders).size).toBe(senders.length)
  expect(server.mails[0]!.raw).toMatch(/^From: .*hello@lights\.example/m)
  expect(server.mails[0]!.raw).not.toContain('bounce+')
})

test('where none are read, mails come from the sender that their readers see', async () => {
  const { build, call, runJobs, server, db } = await mailStage()
  await buildPerson(db)
  const event = await build()
  const body = registrationBody({ email: 'one@example.com', eventIds: [event.id] })
  await call(registerForEvents, { body })
  await runJobs()
  expect(server.mails.map(({ from }) => from)).toContain(plain)
  expect(new Set(server.mails.map(({ from }) => from)).size).toBe(1)
})

test.each(['MAIL', 'RCPT'] as const)(
  'a server that takes only the plain sender gets it at once, and is asked no more: %s',
  async (refusedAt) => {
    const server = await startMailServer()
    server.allowSender(plain, refusedAt)
    server.refuse('gone@example.com', '550 5.1.1 Unknown user')
    const settings = loadConfig({
      SMTP_URL: server.url,
      BOUNCE_IMAP_URL: 'imap://user:password@127.0.0.1/INBOX',
    })
    const mailer = createMailer(mailerParts(settings, settings, 'House Lights'))
    const send = (to: string) =>
      mailer.send(
        {
          to,
          from: plain,
          bounceAddress: `bounce+7.${'0a'.repeat(18)}@lights.example`,
          messageId: '<one@lights.example>',
          text: 'Hello',
          html: '<p>Hello</p>',
        },
        'one',
      )
    await expect(send('gone@example.com')).rejects.toMatchObject({ isLasting: true })
    await send('one@example.com')
    await send('two@example.com')
    expect(server.mails.map(({ to, from }) => `${from} to ${to}`)).toEqual([
      `${plain} to one@example.com`,
      `${plain} to two@example.com`,
    ])
    expect(server.senderRefusals).toBe(1)
  },
)

test('a bounce to an envelope sender is recognised by it, whatever the report names', async () => {
  const { imap, marked, mailTo, readMails, register } = await bounceStage()
  for (const name of ['gone', 'moved', 'away', 'made-up']) await register(name)
  const senderOf = (name: string) => mailTo(name).from
  imap.add(
    writeText('Your message could not be delivered.\n\n550 5.1.1 no such user\n', {
      To: senderOf('gone').toUpperCase(),
    }),
  )
  imap.add(
    writeParts({
      text: 'It could not be delivered.',
      groups: [group('elsewhere@example.org', { said: '550 5.1.1 User unknown' })],
      head: { To: plain, 'Delivered-To': senderOf('moved') },
    }),
  )
  imap.add(
    writeText('I am away.', {
      To: senderOf('away'),
      From: 'away@example.com',
      'Auto-Submitted': 'auto-replied',
    }),
  )
  const forged = senderOf('made-up').replace(/\.[0-9a-f]{4}/, '.0000')
  imap.add(writeText('Undeliverable: 550 5.1.1 no such user', { To: forged }))
  await readMails()
  expect(await marked()).toEqual(['gone@example.com', 'moved@example.com'])
})
