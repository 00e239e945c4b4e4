import { existsSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listAuditLog } from '#features/administrators/contract.ts'
import { confirmPassword } from '#features/sign-in/contract.ts'
import type { SettingArea, SettingField } from '#kernel/live-settings.ts'
import { settingsStage } from '#tests/support/settings-stage.ts'
import { administrator } from '#tests/support/test-app.ts'

type Form = Partial<Record<SettingField, string | null>>

const smtp: Form = {
  'SMTP_URL.host': 'mail.example.org',
  'SMTP_URL.user': 'hello@example.org',
  'SMTP_URL.password': ' hush & hum ',
}
const imap: Form = {
  'BOUNCE_IMAP_URL.host': 'imap.example.org',
  'BOUNCE_IMAP_URL.user': 'bounces',
  'BOUNCE_IMAP_URL.password': 'hush',
}
const bucket: Form = {
  BACKUP_URL: 's3://copies/green room',
  BACKUP_S3_ENDPOINT: 'https://s3.example.org',
  BACKUP_S3_KEY_ID: 'AKID',
  BACKUP_S3_SECRET: 'hush',
}
const zoom: Form = {
  ZOOM_ACCOUNT_ID: 'account',
  ZOOM_CLIENT_ID: 'client',
  ZOOM_CLIENT_SECRET: 'hush',
  ZOOM_WEBHOOK_SECRET: 'tell',
}

/** Ways to break each setting: the area, what is sent, and the field that is named. */
const broken: [area: SettingArea, form: Record<string, unknown>, field: SettingField][] = [
  ...[
    'interviews.example.org',
    'ftp://example.org',
    'https://example.org/path',
    'https://example.org?x=1',
    'https://user@example.org',
    'https://',
    'javascript:alert(1)',
    'https://exa mple.org',
    'https://example.org\u0000',
    `https://${'a'.repeat(2100)}.org`,
    42,
  ].map((PUBLIC_URL) => ['address', { PUBLIC_URL }, 'PUBLIC_URL'] as never),
  ...[
    '',
    'mail example org',
    'smtps://mail.example.org',
    'mail.example.org:465',
    'mail.example.org/inbox',
    'user@mail.example.org',
    'mail%2eexample.org',
    '169.254.169.254',
    'fe80::1',
    '::ffff:169.254.169.254',
    'mail.example.org\r\nQUIT',
    ['mail.example.org'],
  ].map((host) => ['mail', { ...smtp, 'SMTP_URL.host': host }, 'SMTP_URL.host'] as never),
  ...['0', '65536', '-1', '25.5', 'smtp', '1e3', '٤٦٥', '999999', ' 25 26', '0x19'].map(
    (port) => ['mail', { ...smtp, 'SMTP_URL.port': port }, 'SMTP_URL.port'] as never,
  ),
  ...['none', 'TLS', 'ssl', '', 'tls,starttls', 'on', 'smtps:', '1', 'true', 'null'].map(
    (security) =>
      ['mail', { ...smtp, 'SMTP_URL.security': security }, 'SMTP_URL.security'] as never,
  ),
  ['mail', { ...smtp, 'SMTP_URL.user': '' }, 'SMTP_URL.user'],
  ['mail', { ...smtp, 'SMTP_URL.password': null }, 'SMTP_URL.password'],
  ...['yes', 'ON', '1', 'true', 'off,on', 'no', 'none', '0', 'o n', 'aus'].map(
    (value) => ['mail', { SMTP_REQUIRE_TLS: value }, 'SMTP_REQUIRE_TLS'] as never,
  ),
  ...(['MAIL_FROM', 'MAIL_REPLY_TO'] as const).flatMap((name) =>
    [
      'House Lights',
      '@',
      'hello@',
      '@example.org',
      'a@example.org, b@example.org',
      'House <hello@example.org',
      'hello@example.org\nBcc: all@example.org',
      'a@example.org;b@example.org',
      'one <a@example.org> two <b@example.org>',
      'hello at example.org',
      'hello@exa mple.org',
    ].map((value) => ['mail', { [name]: value }, name] as never),
  ),
  ['bounces', { ...imap, 'BOUNCE_IMAP_URL.host': 'imaps://x' }, 'BOUNCE_IMAP_URL.host'],
  ['bounces', { ...imap, 'BOUNCE_IMAP_URL.port': '70000' }, 'BOUNCE_IMAP_URL.port'],
  ['bounces', { ...imap, 'BOUNCE_IMAP_URL.security': 'none' }, 'BOUNCE_IMAP_URL.security'],
  ['bounces', { ...imap, 'BOUNCE_IMAP_URL.user': '' }, 'BOUNCE_IMAP_URL.user'],
  ['bounces', { ...imap, 'BOUNCE_IMAP_URL.password': '' }, 'BOUNCE_IMAP_URL.password'],
  ['bounces', { ...imap, 'BOUNCE_IMAP_URL.folder': 'In\tbox' }, 'BOUNCE_IMAP_URL.folder'],
  ...[
    '/var/backups',
    '../outside',
    'backups/../../outside',
    'file:///var/backups',
    'ftp://example.org/copies',
    'https://example.org',
    's3://',
    '.',
    'database',
    'mail/copies',
    'erasures',
    'settings.key',
    'leads-out/copies',
  ].map((BACKUP_URL) => ['backups', { BACKUP_URL }, 'BACKUP_URL'] as never),
  ...[
    's3.example.org',
    'ftp://s3.example.org',
    'https://s3.example.org/?x=1',
    'http://169.254.169.254',
    'http://[fe80::1]',
  ].map(
    (endpoint) =>
      ['backups', { ...bucket, BACKUP_S3_ENDPOINT: endpoint }, 'BACKUP_S3_ENDPOINT'] as never,
  ),
  ['backups', { ...bucket, BACKUP_S3_KEY_ID: '' }, 'BACKUP_S3_KEY_ID'],
  ['backups', { ...bucket, BACKUP_S3_SECRET: null }, 'BACKUP_S3_SECRET'],
  ['backups', { BACKUP_KEY: 'a key that is none' }, 'BACKUP_KEY'],
  ...(Object.keys(zoom) as SettingField[]).map(
    (name) => ['zoom', { ...zoom, [name]: null }, name] as never,
  ),
  ['mailerlite', { MAILERLITE_API_KEY: 'hush' }, 'MAILERLITE_WEBHOOK_SECRET'],
  ['mailerlite', { MAILERLITE_WEBHOOK_SECRET: 'hush' }, 'MAILERLITE_API_KEY'],
  ['mailerlite', { MAILERLITE_GROUP_ID: '12' }, 'MAILERLITE_API_KEY'],
  ['mailerlite', { MAILERLITE_GROUP_ID: 'readers' }, 'MAILERLITE_GROUP_ID'],
  ...(['KEEP_ADDRESSES_DAYS', 'KEEP_AUDIT_MONTHS'] as const).flatMap((name) =>
    ['0', '-1', '1.5', 'ten', '1e2', '99999', '3651 days', '٣', '+5', '0x10'].map(
      (value) => ['retention', { [name]: value }, name] as never,
    ),
  ),
]

test('whatever breaks a setting is refused with the name of its field, and nothing is half-saved', async () => {
  const { admin, save, rows, dataDir, app } = await settingsStage()
  await save('retention', { KEEP_ADDRESSES_DAYS: '10' })
  symlinkSync('/tmp', join(dataDir, 'leads-out'))
  const before = [await rows(), app.deps.settings()]
  for (const [area, form, field] of broken) {
    const answer = await save(area, form as Form)
    expect([form, answer.status, answer.text.includes('hush')]).toEqual([form, 400, false])
    expect([form, answer.body.errors?.map((error) => error.field)]).toEqual([
      form,
      expect.arrayContaining([field]),
    ])
    const { errors } = answer.body as { errors?: { message: string }[] }
    for (const { message } of errors ?? []) expect(message).toMatch(/^[A-Z].{10}/)
  }
  expect([await rows(), app.deps.settings()]).toEqual(before)
  expect((await admin.call(listAuditLog)).text.match(/settings_changed/g)).toHaveLength(1)
})

test('settings are saved, in effect at once, and come back without their secrets', async () => {
  const { save, read, rows, app, dataDir, admin, logged } = await settingsStage()
  expect((await save('address', { PUBLIC_URL: ' https://interviews.example.org/ ' })).status).toBe(
    200,
  )
  expect((await save('mail', { ...smtp, MAIL_REPLY_TO: 'hello@example.org' })).status).toBe(200)
  await save('bounces', { ...imap, 'BOUNCE_IMAP_URL.folder': 'Returned mail' })
  await save('backups', bucket)
  await save('zoom', zoom)
  await save('mailerlite', { MAILERLITE_API_KEY: 'hush', MAILERLITE_WEBHOOK_SECRET: 'hush' })
  await save('retention', { KEEP_AUDIT_MONTHS: '6' })
  expect(app.deps.settings()).toMatchObject({
    publicUrl: 'https://interviews.example.org',
    smtpUrl: 'smtps://hello%40example.org:%20hush%20%26%20hum%20@mail.example.org',
    mailReplyTo: 'hello@example.org',
    bounceMailbox: { user: 'bounces', pass: 'hush', folder: 'Returned mail', port: 993 },
    backup: { bucket: 'copies', endpoint: 'https://s3.example.org', secret: 'hush' },
    zoom: { accountId: 'account', clientSecret: 'hush' },
    mailerlite: { apiKey: 'hush' },
    keepAddressesDays: 30,
    keepAuditMonths: 6,
  })
  const mail = await read('mail')
  expect(mail.fields.find(({ field }) => field === 'SMTP_URL.password')).toMatchObject({
    value: '',
    isSet: true,
    isLost: false,
  })
  expect(mail.fields.find(({ field }) => field === 'SMTP_URL.user')?.value).toBe(
    'hello@example.org',
  )
  expect(statSync(join(dataDir, 'settings.key')).mode & 0o777).toBe(0o600)
  const said =
    JSON.stringify(await rows()) + logged.join('') + (await admin.call(listAuditLog)).text
  expect(said).not.toContain('hush')
  expect(said).toContain('BACKUP_S3_SECRET')
  // A field left empty is what it was without; the host taken away takes its secret along.
  await save('mail', { 'SMTP_URL.host': '', 'SMTP_URL.user': '', MAIL_REPLY_TO: null })
  await save('zoom', { ZOOM_ACCOUNT_ID: '', ZOOM_CLIENT_ID: '' })
  await save('address', { PUBLIC_URL: '' })
  const now = app.deps.settings()
  expect([now.smtpUrl, now.mailReplyTo, now.zoom, now.publicUrl]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  expect((await rows()).map(({ name }) => name)).not.toContain('SMTP_URL')
})

test('a changed server, user or endpoint needs its secret again, to be saved and to be tried', async () => {
  const { save, tryArea, app } = await settingsStage()
  await save('mail', smtp)
  await save('backups', bucket)
  await save('zoom', zoom)
  const moved: [SettingArea, Form, SettingField][] = [
    ['mail', { 'SMTP_URL.host': 'mail.evil.example' }, 'SMTP_URL.password'],
    ['mail', { 'SMTP_URL.user': 'other' }, 'SMTP_URL.password'],
    ['mail', { 'SMTP_URL.port': '2525' }, 'SMTP_URL.password'],
    ['mail', { 'SMTP_URL.security': 'starttls' }, 'SMTP_URL.password'],
    ['backups', { BACKUP_S3_ENDPOINT: 'https://s3.evil.example' }, 'BACKUP_S3_SECRET'],
    ['backups', { BACKUP_S3_KEY_ID: 'OTHER' }, 'BACKUP_S3_SECRET'],
    ['zoom', { ZOOM_ACCOUNT_ID: 'other' }, 'ZOOM_CLIENT_SECRET'],
  ]
  for (const [area, form, field] of moved) {
    for (const act of [save, tryArea]) {
      const { status, body } = await act(area, form)
      expect([form, status, body.errors?.map((one) => one.field)]).toEqual([
        form,
        400,
        expect.arrayContaining([field]),
      ])
    }
  }
  const again = { 'SMTP_URL.host': 'mail2.example.org', 'SMTP_URL.password': 'new' }
  expect((await save('mail', again)).status).toBe(200)
  expect(app.deps.settings().smtpUrl).toBe('smtps://hello%40example.org:new@mail2.example.org')
  expect((await save('mail', { MAIL_FROM: 'hello@example.org' })).status).toBe(200)
})

test('what the environment sets stands, is shown as locked, and cannot be changed', async () => {
  const { save, read, app } = await settingsStage({
    SMTP_URL: 'smtps://token:hush@mail.example.org:465',
    KEEP_AUDIT_MONTHS: '12',
  })
  const { fields } = await read('mail')
  const locked = fields.filter(({ lockedBy }) => lockedBy === 'SMTP_URL')
  expect(locked.map(({ field, value, isSet }) => `${field} ${value} ${isSet}`)).toEqual([
    'SMTP_URL.host mail.example.org true',
    'SMTP_URL.port 465 true',
    'SMTP_URL.security tls true',
    'SMTP_URL.user  true',
    'SMTP_URL.password  true',
  ])
  expect(await save('mail', { 'SMTP_URL.host': 'other.example.org' })).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'SMTP_URL.host' }] },
  })
  expect((await save('retention', { KEEP_AUDIT_MONTHS: '1' })).status).toBe(400)
  expect((await save('mail', { MAIL_FROM: 'hello@example.org' })).status).toBe(200)
  expect(app.deps.settings()).toMatchObject({ keepAuditMonths: 12, mailFrom: 'hello@example.org' })
})

test('saving and trying need the password typed within a quarter of an hour', async () => {
  const { save, tryArea, admin, clock, rows } = await settingsStage()
  clock.set(new Date(clock.now().getTime() + 16 * 60_000))
  for (const answer of [
    await save('retention', { KEEP_ADDRESSES_DAYS: 'none' }),
    await tryArea('retention'),
  ]) {
    expect(answer).toMatchObject({ status: 401, body: { code: 'password_needed' } })
  }
  expect(await rows()).toEqual([])
  const wrong = await admin.call(confirmPassword, { body: { password: 'not this one' } })
  expect(wrong).toMatchObject({ status: 400, body: { errors: [{ field: 'password' }] } })
  expect((await save('retention', { KEEP_ADDRESSES_DAYS: '20' })).status).toBe(401)
  const { password } = administrator
  expect((await admin.call(confirmPassword, { body: { password } })).status).toBe(200)
  expect((await save('retention', { KEEP_ADDRESSES_DAYS: '20' })).status).toBe(200)
})

test('guesses of the password are counted like those of a login', async () => {
  const { admin } = await settingsStage()
  const guess = () => admin.call(confirmPassword, { body: { password: 'not this one' } })
  for (let tries = 0; tries < 10; tries++) expect((await guess()).status).toBe(400)
  expect((await guess()).status).toBe(429)
  const { password } = administrator
  expect((await admin.call(confirmPassword, { body: { password } })).status).toBe(429)
})

test('on a database server without a key no secret is taken, and everything else is', async () => {
  const { save, read, rows, dataDir } = await settingsStage({
    DATABASE_URL: 'postgres://elsewhere',
  })
  expect((await read('mail')).keepsSecrets).toBe(false)
  expect(await save('mail', { ...smtp, MAIL_FROM: 'a@example.org' })).toMatchObject({
    status: 400,
    body: {
      errors: [{ field: 'SMTP_URL.password', message: expect.stringContaining('SETTINGS_KEY') }],
    },
  })
  expect([await rows(), existsSync(join(dataDir, 'settings.key'))]).toEqual([[], false])
  expect((await save('mail', { MAIL_FROM: 'a@example.org' })).status).toBe(200)
})

test('a secret whose key is gone counts as unset, and has to be entered again', async () => {
  const key = 'a first key of thirty-two characters'
  const first = await settingsStage({ SETTINGS_KEY: key })
  await first.save('mail', { ...smtp, MAIL_FROM: 'a@example.org' })
  await first.save('zoom', zoom)
  const kept = await first.rows()
  const { settings } = await import('#schema/settings.ts')
  const second = await settingsStage({ SETTINGS_KEY: 'another key of thirty-two characters' })
  await second.db.insert(settings).values(kept)
  await second.app.deps.settingsStore.reload()
  const { smtpUrl, zoom: noZoom, mailFrom } = second.app.deps.settings()
  expect([smtpUrl, noZoom, mailFrom]).toEqual([undefined, undefined, 'a@example.org'])
  const lost = async () =>
    (await second.read('mail')).fields.filter(({ isLost }) => isLost).map(({ field }) => field)
  expect(await lost()).toEqual(['SMTP_URL.password'])
  expect((await second.save('mail', { MAIL_FROM: 'b@example.org' })).status).toBe(200)
  expect(await lost()).toEqual(['SMTP_URL.password'])
  expect((await second.save('mail', { 'SMTP_URL.password': 'new' })).status).toBe(200)
  expect([await lost(), second.app.deps.settings().smtpUrl]).toEqual([
    [],
    'smtps://hello%40example.org:new@mail.example.org',
  ])
})

test('a public address that is not there yet locks nobody out, and at the new one they stay signed in', async () => {
  const { save, admin, read } = await settingsStage()
  await save('address', { PUBLIC_URL: 'https://mistyped.example.org' })
  expect((await read('address')).fields[0]!.value).toBe('https://mistyped.example.org')
  const { saveSettings } = await import('#features/settings/contract.ts')
  const headers = { host: 'interviews.example.org', origin: 'https://interviews.example.org' }
  const saved = await admin.call(saveSettings, {
    params: { area: 'address' },
    body: { PUBLIC_URL: 'https://interviews.example.org' },
    headers,
  })
  expect([saved.status, String(saved.headers['set-cookie'])]).toEqual([
    200,
    expect.stringMatching(/^__Host-greenroom_session=.*Secure/),
  ])
})
