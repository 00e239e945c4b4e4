import { createServer } from 'node:net'
import { once } from 'node:events'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { trySettings } from '#features/settings/contract.ts'
import { isForbiddenAddress } from '#platform/http/reach-server.ts'
import { openBucketStandIn } from '#tests/support/bucket-stand-in.ts'
import { startImapServer } from '#tests/support/imap-server.ts'
import { headerOf, startMailServer } from '#tests/support/mail-server.ts'
import { startMailerliteServer } from '#tests/support/mailerlite-server.ts'
import { settingsStage } from '#tests/support/settings-stage.ts'
import { startZoomServer } from '#tests/support/zoom-server.ts'

const to = 'Thandi@example.com'

/** Starts a server that sends this text on each connection, or nothing. */
async function startSayer(words = '') {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    if (words) socket.write(words)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return String((server.address() as { port: number }).port)
}

test('a mail server is tested as typed: a real mail arrives, and each failure says what to do', async () => {
  const { tried, tryArea, rows } = await settingsStage()
  const server = await startMailServer()
  const { port } = new URL(server.url)
  const typed = {
    'SMTP_URL.host': '127.0.0.1',
    'SMTP_URL.port': port,
    'SMTP_URL.security': 'starttls',
    MAIL_FROM: 'House Lights <hello@lights.example>',
    MAIL_REPLY_TO: 'answers@lights.example',
  }
  expect(await tried('mail', { ...typed, to })).toEqual([
    'connect good',
    'tls without',
    'login without',
    'mail good',
  ])
  const [mail] = server.mails
  expect([mail!.to, headerOf(mail!.raw, 'Reply-To'), headerOf(mail!.raw, 'From')]).toEqual([
    'thandi@example.com',
    'answers@lights.example',
    'House Lights <hello@lights.example>',
  ])
  expect(await rows()).toEqual([])
  expect((await tryArea('mail', typed)).body.errors).toMatchObject([{ field: 'to' }])

  server.refuse('thandi@example.com', '550 5.1.1 Words of theirs')
  const refused = await tryArea('mail', { ...typed, to })
  expect(refused.body.steps.at(-1)).toMatchObject({ outcome: 'recipient_refused', isGood: false })
  expect(refused.text).not.toContain('Words of theirs')
  server.allowSender('other@lights.example')
  expect((await tried('mail', { ...typed, to })).at(-1)).toBe('mail sender_refused')
  const withLogin = { ...typed, 'SMTP_URL.user': 'hello', 'SMTP_URL.password': 'hush', to }
  expect(await tried('mail', withLogin)).toEqual([
    'connect good',
    'tls without',
    'login wrong_login',
    'mail not_tried',
  ])
  expect((await tried('mail', { ...typed, 'SMTP_URL.security': 'tls', to }))[1]).toBe(
    'tls other_security',
  )
  await server.close()
  expect((await tried('mail', { ...typed, to }))[0]).toBe('connect refused')
  const greeting = await startSayer('HTTP/1.1 400 Bad Request\r\n\r\n')
  expect((await tried('mail', { ...typed, 'SMTP_URL.port': greeting, to }))[1]).toBe(
    'tls not_understood',
  )
  const nowhere = { ...typed, 'SMTP_URL.host': 'no-such-host.invalid', to }
  expect((await tried('mail', nowhere))[0]).toBe('connect unknown_host')
}, 60_000)

test('a mail server with a self-signed certificate is reported', async () => {
  const { tried } = await settingsStage()
  const server = await startMailServer({ offersTls: true })
  const { port } = new URL(server.url)
  const typed = { 'SMTP_URL.host': '127.0.0.1', 'SMTP_URL.port': port }
  const steps = await tried('mail', { ...typed, 'SMTP_URL.security': 'starttls', to })
  expect(steps.slice(0, 2)).toEqual(['connect good', 'tls bad_certificate'])
})

test('a silent server is waited for no longer than ten seconds', async () => {
  const { tried } = await settingsStage()
  const typed = { 'SMTP_URL.host': '127.0.0.1', 'SMTP_URL.port': await startSayer() }
  expect(await tried('mail', { ...typed, 'SMTP_URL.security': 'starttls', to })).toEqual([
    'connect good',
    'tls no_answer',
    'login not_tried',
    'mail not_tried',
  ])
})

test('the mailbox of returned mails is tried without a change to it', async () => {
  const { tried } = await settingsStage()
  const imap = await startImapServer()
  const { port } = new URL(imap.url)
  const typed = {
    'BOUNCE_IMAP_URL.host': '127.0.0.1',
    'BOUNCE_IMAP_URL.port': port,
    'BOUNCE_IMAP_URL.security': 'starttls',
    'BOUNCE_IMAP_URL.user': 'bounces@lights.example',
    'BOUNCE_IMAP_URL.password': 'curtain & call',
    'BOUNCE_IMAP_URL.folder': 'Returned mail',
  }
  expect(await tried('bounces', typed)).toEqual([
    'connect good',
    'tls without',
    'login good',
    'folder good',
  ])
  imap.refuses = true
  expect((await tried('bounces', typed)).slice(1)).toEqual([
    'tls without',
    'login wrong_login',
    'folder not_tried',
  ])
  expect((await tried('bounces', { ...typed, 'BOUNCE_IMAP_URL.security': 'tls' }))[1]).toBe(
    'tls other_security',
  )
  expect(await tried('bounces')).toEqual(['entered not_entered'])
})

test('a bucket and a folder are written to, read back and tidied up', async () => {
  const { tried, dataDir, save, app } = await settingsStage()
  const bucket = await openBucketStandIn()
  onTestFinished(bucket.close)
  const { endpoint, region, keyId, secret } = bucket.config
  const typed = {
    BACKUP_URL: 's3://copies/green room',
    BACKUP_S3_ENDPOINT: endpoint,
    BACKUP_S3_REGION: region,
    BACKUP_S3_KEY_ID: keyId,
    BACKUP_S3_SECRET: secret,
  }
  expect(await tried('backups', typed)).toEqual(['write good', 'read good', 'remove good'])
  expect([bucket.objects.size, bucket.calls.map((call) => call.split(' ')[0])]).toEqual([
    0,
    ['PUT', 'GET', 'DELETE'],
  ])
  const outcome = async (more: Record<string, string>) =>
    (await tried('backups', { ...typed, ...more }))[0]
  expect(await outcome({ BACKUP_S3_SECRET: 'wrong' })).toBe('write wrong_login')
  expect(await outcome({ BACKUP_URL: 's3://other' })).toBe('write not_there')
  expect(await outcome({ BACKUP_S3_REGION: 'us-east-1' })).toBe('write other_region')
  bucket.behave('forgets bytes')
  expect(await tried('backups', typed)).toEqual([
    'write good',
    'read other_bytes',
    'remove not_tried',
  ])
  expect(bucket.objects.size).toBe(0)
  bucket.behave({ refuses: { method: 'DELETE', status: 403, code: 'AccessDenied' } })
  expect((await tried('backups', typed))[2]).toBe('remove not_allowed')

  expect(await tried('backups', { BACKUP_URL: 'backups' })).toEqual([
    'write good',
    'read good',
    'remove good',
  ])
  expect(readdirSync(join(dataDir, 'backups'))).toEqual([])
  writeFileSync(join(dataDir, 'a-file'), '')
  expect((await tried('backups', { BACKUP_URL: 'a-file' }))[0]).toBe('write not_there')
  await save('backups', { BACKUP_URL: join(dataDir, 'backups') })
  expect(app.deps.settings().backup).toEqual({ kind: 'folder', folder: join(dataDir, 'backups') })
})

test('Zoom is tried by its token and each permission that is used', async () => {
  const zoom = await startZoomServer()
  const { ZOOM_API_URL, ZOOM_OAUTH_URL } = zoom.env
  const { tried } = await settingsStage({ ZOOM_API_URL, ZOOM_OAUTH_URL })
  const typed = {
    ZOOM_ACCOUNT_ID: 'account',
    ZOOM_CLIENT_ID: 'client',
    ZOOM_CLIENT_SECRET: 'hush',
    ZOOM_WEBHOOK_SECRET: 'tell',
  }
  expect(await tried('zoom', typed)).toEqual([
    'token good',
    'scope good',
    'scope missing_scope',
    'scope without',
    'scope without',
    'scope without',
  ])
  expect(await tried('zoom', { ...typed, ZOOM_CLIENT_SECRET: 'wrong' })).toEqual([
    'token wrong_login',
  ])
  zoom.behave({ refusesTokens: [500, { reason: 'Words of theirs' }] })
  expect(await tried('zoom', typed)).toEqual(['token broken'])
})

test('MailerLite is tried by its key and the group', async () => {
  const lite = await startMailerliteServer()
  const { tried } = await settingsStage({ MAILERLITE_API_URL: lite.url })
  const typed = { MAILERLITE_API_KEY: lite.key, MAILERLITE_WEBHOOK_SECRET: 'tell' }
  expect(await tried('mailerlite', typed)).toEqual(['token good', 'group without'])
  const group = lite.addGroup('Readers')
  expect(await tried('mailerlite', { ...typed, MAILERLITE_GROUP_ID: group.id })).toEqual([
    'token good',
    'group good',
  ])
  expect((await tried('mailerlite', { ...typed, MAILERLITE_GROUP_ID: '99' }))[1]).toBe(
    'group not_there',
  )
  expect(await tried('mailerlite', { ...typed, MAILERLITE_API_KEY: 'other' })).toEqual([
    'token wrong_login',
    'group not_tried',
  ])
  lite.behave({ retryAfter: 5 })
  expect((await tried('mailerlite', typed))[0]).toBe('token too_many')
})

test('a public address is compared with the one in use', async () => {
  const { admin, tried } = await settingsStage()
  const from = async (headers: Record<string, string>, PUBLIC_URL: string) => {
    const sent = { params: { area: 'address' }, body: { PUBLIC_URL }, headers }
    const { body } = await admin.call(trySettings, sent)
    return body.steps.map(({ outcome }) => outcome)
  }
  const host = 'interviews.example.org'
  const here = { host, origin: `https://${host}` }
  expect(await from(here, `https://${host}`)).toEqual(['good', 'good', 'good'])
  expect(await from({ ...here, 'x-forwarded-for': '10.1.2.3' }, `http://${host}`)).toEqual([
    'elsewhere',
    'open',
    'unbelieved',
  ])
  for (const near of ['localhost:3000', '192.168.1.20', 'talks.lan']) {
    expect(await from({}, `http://${near}`)).toEqual(['elsewhere', 'this_machine', 'good'])
  }
  expect(await tried('address')).toEqual(['entered not_entered'])
  expect(await tried('retention', { KEEP_ADDRESSES_DAYS: '1' })).toEqual([
    'addresses good',
    'usage good',
    'log good',
  ])
})

test('link-local addresses are called in no way to write them', () => {
  for (const address of [
    '169.254.169.254',
    'fe80::1%eth0',
    '::ffff:169.254.169.254',
    '::ffff:a9fe:a9fe',
    '64:ff9b::a9fe:a9fe',
    'fd00:ec2::254',
    '100.100.100.200',
  ]) {
    expect([address, isForbiddenAddress(address)]).toEqual([address, true])
  }
  for (const address of [
    '127.0.0.1',
    '10.0.0.1',
    '::1',
    'fd12::1',
    '2001:db8::1',
    'mail.example.org',
  ]) {
    expect([address, isForbiddenAddress(address)]).toEqual([address, false])
  }
})
