import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listAuditLog } from '#features/administrators/contract.ts'
import {
  liveSettings,
  settingAreas,
  type SettingArea,
  type SettingField,
} from '#kernel/live-settings.ts'
import { settingsStage } from '#tests/support/settings-stage.ts'

type Form = Partial<Record<SettingField, string | null>>

/** A valid form for each area. */
const whole = {
  mail: {
    'SMTP_URL.host': 'mail.example.org',
    'SMTP_URL.port': '465',
    'SMTP_URL.security': 'tls',
    'SMTP_URL.user': 'hello@example.org',
    'SMTP_URL.password': ' hush & hum ',
    SMTP_REQUIRE_TLS: 'on',
    MAIL_FROM: 'House Lights <hello@example.org>',
    MAIL_REPLY_TO: 'answers@example.org',
  },
  bounces: {
    'BOUNCE_IMAP_URL.host': 'imap.example.org',
    'BOUNCE_IMAP_URL.port': '993',
    'BOUNCE_IMAP_URL.security': 'tls',
    'BOUNCE_IMAP_URL.user': 'bounces',
    'BOUNCE_IMAP_URL.password': 'hush',
    'BOUNCE_IMAP_URL.folder': 'Returned/by day',
  },
  backups: {
    BACKUP_URL: 's3://copies/green room',
    BACKUP_S3_ENDPOINT: 'https://s3.example.org',
    BACKUP_S3_REGION: 'eu-central-1',
    BACKUP_S3_KEY_ID: 'AKID',
    BACKUP_S3_SECRET: 'hush',
  },
  zoom: {
    ZOOM_ACCOUNT_ID: 'account',
    ZOOM_CLIENT_ID: 'client',
    ZOOM_CLIENT_SECRET: 'hush',
    ZOOM_WEBHOOK_SECRET: 'tell',
  },
  mailerlite: {
    MAILERLITE_API_KEY: 'hush',
    MAILERLITE_GROUP_ID: '12',
    MAILERLITE_WEBHOOK_SECRET: 'hush',
  },
  retention: { KEEP_ADDRESSES_DAYS: '10', KEEP_USAGE_MONTHS: '12', KEEP_AUDIT_MONTHS: '12' },
  // Last, because with https the session cookie gets another name.
  address: { PUBLIC_URL: 'https://interviews.example.org' },
} satisfies Record<SettingArea, Form>

/** Control characters, line ends of all scripts, and unpaired surrogates. */
const badEnds =
  '\u0000 \n \r\nBcc:all@example.org \t \u001b[2J \u007f \u0085 \u2028 \u2029 \ud83c \udfad \udfad\ud83c'

/** Values that no field accepts, derived from a valid one. */
const nowhere: ((good: string) => unknown)[] = [
  (good) => good + 'a'.repeat(2001 - good.length),
  ...badEnds.split(' ').map((end) => (good: string) => good + end),
  ...[42, true, false, {}].map((other) => () => other),
  (good) => [good],
  (good) => ({ value: good }),
]

const hosts = [
  '',
  '   ',
  'mail example org',
  'smtps://mail.example.org',
  'imaps://mail.example.org',
  'mail.example.org:465',
  'mail.example.org/inbox',
  'mail.example.org?x=1',
  'mail.example.org#x',
  'mail\\example.org',
  'user@mail.example.org',
  'mail%2eexample.org',
  '[fe80::1]',
  '169.254.169.254',
  'fe80::1',
  '::ffff:169.254.169.254',
  'a'.repeat(254),
]
const ports = ['0', '65536', '-1', '25.5', 'smtp', '1e3', '٤٦٥', '999999', '25 26', '0x19', '+25']
const securities = ['none', 'TLS', 'ssl', '', ' ', 'tls,starttls', 'on', 'smtps:', '1', 'null']
const senders = [
  'House Lights',
  '@',
  'hello@',
  '@example.org',
  'a@example.org, b@example.org',
  'House <hello@example.org',
  'a@example.org;b@example.org',
  'one <a@example.org> two <b@example.org>',
  'hello at example.org',
  'hello@exa mple.org',
  'hello@example.org>',
]
const counts = ['0', '-1', '1.5', 'ten', '1e2', '99999', '3651 days', '٣', '+5', '0x10', '1,000']
const missing = [null, '']
const switches = ['yes', 'ON', '1', 'true', 'off,on', 'no', 'none', '0', 'o n', 'aus']
const blank = [null, ' ', '   ', '\u00a0']

/** Invalid values of each single setting. */
const own: Record<SettingField, unknown[]> = {
  PUBLIC_URL: [
    'interviews.example.org',
    'ftp://example.org',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://example.org/path',
    'https://example.org?x=1',
    'https://example.org#x',
    'https://user@example.org',
    'https://',
    'https://exa mple.org',
    'https://example.org:65536',
  ],
  'SMTP_URL.host': [...hosts, null],
  'SMTP_URL.port': ports,
  'SMTP_URL.security': securities,
  'SMTP_URL.user': [...missing, '  '],
  'SMTP_URL.password': [null],
  SMTP_REQUIRE_TLS: switches,
  COUNT_VIEWS: switches,
  MAIL_FROM: senders,
  MAIL_REPLY_TO: senders,
  MAIL_PER_SECOND: [...counts, '1001'],
  'BOUNCE_IMAP_URL.host': [...hosts, null],
  'BOUNCE_IMAP_URL.port': ports,
  'BOUNCE_IMAP_URL.security': securities,
  'BOUNCE_IMAP_URL.user': [...missing, '  '],
  'BOUNCE_IMAP_URL.password': [...missing],
  'BOUNCE_IMAP_URL.folder': [],
  BACKUP_URL: [
    '/var/backups',
    '../outside',
    'backups/../../outside',
    'file:///var/backups',
    'ftp://example.org/copies',
    'https://example.org',
    's3://',
    's3:///copies',
    'S3://copies',
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
  ],
  BACKUP_S3_ENDPOINT: [
    's3.example.org',
    'ftp://s3.example.org',
    's3://copies',
    'file:///var/backups',
    'javascript:alert(1)',
    'https://',
    'https://s3.exa mple.org',
    'https://s3.example.org/?x=1',
    'https://s3.example.org/#x',
    'https://user:hush@s3.example.org',
    'https://user@s3.example.org',
    'http://169.254.169.254',
    'http://[fe80::1]',
    'http://[::ffff:169.254.169.254]',
  ],
  BACKUP_S3_REGION: [
    'evil.example/#',
    'evil.example',
    'eu/',
    'eu central',
    'a@b',
    'eu:443',
    'eu%2e',
    'eu?x',
    'ëu',
    'e'.repeat(64),
  ],
  BACKUP_S3_KEY_ID: [...missing, '  '],
  BACKUP_S3_SECRET: [...missing, ...blank],
  BACKUP_KEY: ['a key that is none', ' ', 'age1qqq', 'AGE-SECRET-KEY-1', ','],
  ZOOM_ACCOUNT_ID: [...missing, '  '],
  ZOOM_CLIENT_ID: [...missing, '  '],
  ZOOM_CLIENT_SECRET: [...missing, ...blank],
  ZOOM_WEBHOOK_SECRET: [...missing, ...blank],
  MAILERLITE_API_KEY: [...missing, ...blank],
  MAILERLITE_GROUP_ID: ['readers', '-1', '1.5', '1e2', '٣', '1 2', '0x10', '+5', '#12', '1,2'],
  MAILERLITE_WEBHOOK_SECRET: [...missing, ...blank],
  KEEP_ADDRESSES_DAYS: [...counts, '3651'],
  KEEP_USAGE_MONTHS: [...counts, '1201'],
  KEEP_AUDIT_MONTHS: [...counts, '1201'],
}

type Broken = [area: SettingArea, form: Record<string, unknown>, field: SettingField]

const broken = settingAreas.flatMap((area) =>
  liveSettings[area].flatMap((field) => {
    const form: Form = whole[area]
    const ways = [...nowhere.map((spoil) => spoil(form[field] ?? 'good')), ...own[field]]
    return ways.map((value): Broken => [area, { ...form, [field]: value }, field])
  }),
)
broken.push(['mailerlite', { MAILERLITE_GROUP_ID: '12' }, 'MAILERLITE_API_KEY'])

test('whatever breaks a setting is refused with the name of its field, and nothing is half-saved', async () => {
  const { admin, save, rows, dataDir, app } = await settingsStage()
  await save('retention', { KEEP_ADDRESSES_DAYS: '10' })
  symlinkSync('/tmp', join(dataDir, 'leads-out'))
  const before = [await rows(), app.deps.settings()]
  for (const [area, form, field] of broken) {
    const answer = await save(area, form)
    const sent = [field, form[field]]
    const { errors = [] } = answer.body as { errors?: { field: string; message: string }[] }
    expect([...sent, answer.status, answer.text.includes('hush')]).toEqual([...sent, 400, false])
    expect([...sent, ...errors.map((error) => error.field)]).toEqual([...sent, field])
    for (const { message } of errors) expect(message).toMatch(/^[A-Z].{10}/)
  }
  expect([await rows(), app.deps.settings()]).toEqual(before)
  expect((await admin.call(listAuditLog)).text.match(/settings_changed/g)).toHaveLength(1)
  for (const area of Object.keys(whole) as SettingArea[]) {
    const { status, text } = await save(area, whole[area])
    expect([area, status, text]).toEqual([area, 200, text])
  }
})
