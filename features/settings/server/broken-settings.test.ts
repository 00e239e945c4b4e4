import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listAuditLog } from '#features/administrators/contract.ts'
import type { SettingArea, SettingField } from '#kernel/live-settings.ts'
import { settingsStage } from '#tests/support/settings-stage.ts'

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
    'settings.key.part',
    'Database',
    'MAIL/copies',
    'site-door.json',
    'backup-door.json',
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
  ...['evil.example/#', 'evil.example', 'eu/', 'eu central', 'a@b', 'eu:443', 'e'.repeat(64)].map(
    (region) => ['backups', { ...bucket, BACKUP_S3_REGION: region }, 'BACKUP_S3_REGION'] as never,
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
    const answer = await save(area, form)
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
