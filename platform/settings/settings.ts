import { z } from 'zod'
import { addressSettings } from './address-settings.ts'
import { backupSettings } from './backup-settings.ts'
import { bounceSettings } from './bounce-settings.ts'
import { mailSettings } from './mail-settings.ts'
import { mailerliteSettings, zoomSettings } from './provider-settings.ts'
import { networks, onOrOff, type Setting, text, wholeNumber } from './setting-schemas.ts'

const databaseAddress = text.regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')

const databaseSettings = {
  DATABASE_URL: {
    doc: 'A PostgreSQL 15+ server, postgres://user:password@host/database. Unset: the embedded database.',
    fallback: '',
    schema: databaseAddress,
  },
  DATABASE_DIRECT_URL: {
    doc: 'The same database without the pooler of DATABASE_URL, for migrations and notifications between nodes, which a pooler in transaction mode does not support.',
    fallback: '',
    schema: databaseAddress,
  },
  DATABASE_NAMED_STATEMENTS: {
    doc: 'on: use named statements, unless the pooler of DATABASE_URL loses them; off: never use them.',
    fallback: 'on',
    schema: onOrOff,
  },
} satisfies Record<string, Setting>

/** All settings, each with description, default and schema. */
export const settings = {
  ...addressSettings,
  DATA_DIR: { doc: 'Folder of the embedded database.', fallback: './data', schema: text },
  ...databaseSettings,
  SITE_FILE: {
    doc: 'File with the content of the site, which is then read-only in the admin area; pictures are in images/ beside it. Unset: content/site.json is loaded at the first start, and administrators edit it.',
    fallback: '',
    schema: text,
  },
  SAMPLE_DATA: {
    doc: '1 or 0: load the sample series into a database that never had an event. Unset: 1 for the embedded database, 0 with DATABASE_URL.',
    fallback: '',
    schema: z.enum(['0', '1'], 'must be 0 or 1').transform((value) => value === '1'),
  },
  ADMIN_USERNAME: {
    doc: 'User name of the first administrator, used on an empty database only.',
    fallback: 'admin',
    schema: text.max(120, 'may have at most 120 characters'),
  },
  ADMIN_PASSWORD: {
    doc: 'Password of the first administrator: at least 12 characters, not a common one; used on an empty database only. Unset: a password is generated and printed once.',
    fallback: '',
    schema: z.string(),
  },
  REQUIRE_FACTOR: {
    doc: 'on or off. On: administrators must set up two-factor authentication before they can do anything else.',
    fallback: 'off',
    schema: onOrOff,
  },
  ...mailSettings,
  ...bounceSettings,
  ...backupSettings,
  ...zoomSettings,
  ...mailerliteSettings,
  SETTINGS_KEY: {
    doc: 'Encrypts the passwords and keys that administrators enter: any text of at least 32 characters, the same on every node. Unset: a key file in DATA_DIR; with DATABASE_URL, administrators cannot enter secrets.',
    fallback: '',
    schema: text.min(32, 'must have at least 32 characters'),
  },
  MATERIALS_TOTAL_MB: {
    doc: 'Megabytes that all files of events may have together. They are stored in the database and in its backups.',
    fallback: '2048',
    schema: wholeNumber(999_999),
  },
  KEEP_ADDRESSES_DAYS: {
    doc: 'Days after which IP addresses and browser names are removed from records of library use.',
    fallback: '30',
    schema: wholeNumber(3650),
  },
  KEEP_USAGE_MONTHS: {
    doc: 'Months after which single uses of the library are deleted. Statistics keep sums by person, recording and day.',
    fallback: '24',
    schema: wholeNumber(1200),
  },
  KEEP_AUDIT_MONTHS: {
    doc: 'Months after which entries of the audit log and domain events are deleted.',
    fallback: '24',
    schema: wholeNumber(1200),
  },
  COUNT_VIEWS: {
    doc: 'on or off. On counts views of public pages, without cookies and without storing addresses. Off counts none.',
    fallback: 'on',
    schema: onOrOff,
  },
  WEBHOOK_NETWORKS: {
    doc: 'Private networks that webhooks may call, also without https, e.g. "10.20.0.0/16, fd00:20::/32". Unset: only public addresses, by https.',
    fallback: '',
    schema: networks,
  },
  RATE_LIMITS: {
    doc: 'on or off. Off is for load tests and not allowed if PUBLIC_URL is https.',
    fallback: 'on',
    schema: onOrOff,
  },
  LOG_LEVEL: {
    doc: 'trace, debug, info, warn, error or silent.',
    fallback: 'info',
    schema: z.enum(
      ['trace', 'debug', 'info', 'warn', 'error', 'silent'],
      'must be trace, debug, info, warn, error or silent',
    ),
  },
} as const satisfies Record<string, Setting>
