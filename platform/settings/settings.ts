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
    doc: 'The same database past a pooler of DATABASE_URL, for hearing of changes and for migrations: a pooler in transaction mode passes no news on.',
    fallback: '',
    schema: databaseAddress,
  },
  DATABASE_NAMED_STATEMENTS: {
    doc: 'on: named statements, left off by themselves where DATABASE_URL leads to a pooler that loses them; off: none from the start.',
    fallback: 'on',
    schema: onOrOff,
  },
} satisfies Record<string, Setting>

/** Every setting: what it is for, what holds without it, and what it may be. */
export const settings = {
  ...addressSettings,
  DATA_DIR: { doc: 'Folder of the embedded database.', fallback: './data', schema: text },
  ...databaseSettings,
  SITE_FILE: {
    doc: 'A file that decides what the series is called, shows and says, instead of the desk, which then shows it read-only; its pictures lie beside it in images/. Unset: the first start takes content/site.json.',
    fallback: '',
    schema: text,
  },
  SAMPLE_DATA: {
    doc: 'Load the sample series into a database that never held an event: 1 or 0. Unset: on for the embedded database, off with DATABASE_URL.',
    fallback: '',
    schema: z.enum(['0', '1'], 'must be 0 or 1').transform((value) => value === '1'),
  },
  ADMIN_USERNAME: {
    doc: 'User name of the first administrator, used on an empty database only.',
    fallback: 'admin',
    schema: text.max(120, 'may have at most 120 characters'),
  },
  ADMIN_PASSWORD: {
    doc: 'Password of the first administrator: at least 12 characters, no common one; looked at on an empty database only. Unset: one is made and printed once.',
    fallback: '',
    schema: z.string(),
  },
  REQUIRE_FACTOR: {
    doc: 'on to let in only administrators with a second factor: whoever has none sets it up before anything else. Or off.',
    fallback: 'off',
    schema: onOrOff,
  },
  ...mailSettings,
  ...bounceSettings,
  ...backupSettings,
  ...zoomSettings,
  ...mailerliteSettings,
  SETTINGS_KEY: {
    doc: 'Seals the passwords and keys that administrators enter in the admin area: any text of at least 32 characters, the same on every node. Unset: a file in DATA_DIR made for it; with DATABASE_URL no secret can be entered.',
    fallback: '',
    schema: text.min(32, 'must have at least 32 characters'),
  },
  KEEP_ADDRESSES_DAYS: {
    doc: 'Days after which network addresses and browser names are blanked in what is noted of the use of the library.',
    fallback: '30',
    schema: wholeNumber(3650),
  },
  KEEP_USAGE_MONTHS: {
    doc: 'Months after which single uses of the library are removed. Figures keep their sums by person, recording and day.',
    fallback: '24',
    schema: wholeNumber(1200),
  },
  KEEP_AUDIT_MONTHS: {
    doc: 'Months after which lines of the audit log, with their network addresses, and domain events are removed.',
    fallback: '24',
    schema: wholeNumber(1200),
  },
  WEBHOOK_NETWORKS: {
    doc: 'Networks of your own that webhooks may call, also without https, e.g. "10.20.0.0/16, fd00:20::/32". Unset: public addresses alone, by https.',
    fallback: '',
    schema: networks,
  },
  RATE_LIMITS: {
    doc: 'on, or off for load tests (refused when PUBLIC_URL is https).',
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
