import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
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
  await save('retention', { KEEP_USAGE_MONTHS: '36', KEEP_AUDIT_MONTHS: '6' })
  expect(app.deps.settings()).toMatchObject({
    publicUrl: 'https://interviews.example.org',
    smtpUrl: 'smtps://hello%40example.org:%20hush%20%26%20hum%20@mail.example.org',
    mailReplyTo: 'hello@example.org',
    bounceMailbox: { user: 'bounces', pass: 'hush', folder: 'Returned mail', port: 993 },
    backup: { bucket: 'copies', endpoint: 'https://s3.example.org', secret: 'hush' },
    zoom: { accountId: 'account', clientSecret: 'hush' },
    mailerlite: { apiKey: 'hush' },
    keepAddressesDays: 30,
    keepUsageMonths: 36,
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
  // An empty field gets its default; removing the host removes its secret.
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
    ['mail', { SMTP_REQUIRE_TLS: 'off' }, 'SMTP_URL.password'],
    ['backups', { BACKUP_S3_ENDPOINT: 'https://s3.evil.example' }, 'BACKUP_S3_SECRET'],
    ['backups', { BACKUP_S3_KEY_ID: 'OTHER' }, 'BACKUP_S3_SECRET'],
    ['backups', { BACKUP_S3_REGION: 'eu-central-1' }, 'BACKUP_S3_SECRET'],
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

test('the password of the environment is not sent without TLS because the admin area says so', async () => {
  const { save } = await settingsStage({ SMTP_URL: 'smtp://hello:hush@mail.example.org' })
  const { status, body } = await save('mail', { SMTP_REQUIRE_TLS: 'off' })
  expect([status, body.errors?.map(({ field }) => field)]).toEqual([400, ['SMTP_REQUIRE_TLS']])
  const relay = await settingsStage({ SMTP_URL: 'smtp://relay.example.org' })
  expect((await relay.save('mail', { SMTP_REQUIRE_TLS: 'off' })).status).toBe(200)
})

test('settings from the environment take effect, are shown as locked, and cannot be changed', async () => {
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

test('a secret of the environment is sent nowhere that the admin area chooses', async () => {
  const { save, tryArea, rows } = await settingsStage({ BACKUP_S3_SECRET: 'hush' })
  for (const form of [
    { BACKUP_S3_ENDPOINT: 'https://s3.evil.example' },
    { BACKUP_S3_REGION: 'eu' },
    { BACKUP_S3_KEY_ID: 'AKID' },
  ]) {
    for (const act of [save, tryArea]) {
      const { status, body, text } = await act('backups', form)
      expect([status, body.errors?.map(({ field }) => field)]).toEqual([400, Object.keys(form)])
      expect(text).toContain('set on the server')
    }
  }
  expect(await rows()).toEqual([])
  expect((await save('backups', { BACKUP_URL: 'copies' })).status).toBe(200)
})

test('saved settings stay saved even if the node fails to reload them', async () => {
  const { save, app } = await settingsStage({ LOG_LEVEL: 'silent' })
  const reload = vi.spyOn(app.deps.settingsStore, 'reload')
  reload.mockRejectedValueOnce(new Error('no connection was free'))
  const { status, text } = await save('mail', { MAIL_FROM: 'hello@example.org' })
  expect([status, text]).toEqual([200, expect.stringContaining('hello@example.org')])
  expect(app.deps.settings().mailFrom).toBeUndefined()
  await expect.poll(() => app.deps.settings().mailFrom).toBe('hello@example.org')
  reload.mockRestore()
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

test('a public address that does not work yet locks no one out, and sessions continue at the new address', async () => {
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
