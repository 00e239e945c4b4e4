import { existsSync } from 'node:fs'
import type { z } from 'zod'
import { liveSettings, settingOf, type LiveSettingName } from '#kernel/live-settings.ts'
import { OperatorError } from '#platform/errors/operator-error.ts'
import { readBackup, type BackupConfig } from './backup-settings.ts'
import type { BounceMailbox } from './bounce-settings.ts'
import {
  readMailerlite,
  readZoom,
  type MailerliteConfig,
  type ZoomConfig,
} from './provider-settings.ts'
import { findMisspelt, type Misspelt } from './setting-schemas.ts'
import { settings } from './settings.ts'

type Settings = typeof settings
type Value<Name extends keyof Settings> = z.output<Settings[Name]['schema']>

/** Settings that do not change while the process runs. */
export type Config = {
  port: Value<'PORT'>
  host: Value<'HOST'>
  dataDir: Value<'DATA_DIR'>
  databaseUrl?: Value<'DATABASE_URL'>
  databaseDirectUrl?: Value<'DATABASE_DIRECT_URL'>
  namedStatements: Value<'DATABASE_NAMED_STATEMENTS'>
  /** File with the initial content of the site; pictures and sample data are in the same folder. */
  siteFile: Value<'SITE_FILE'>
  /** Whether SITE_FILE is set. If so, the file, not the admin area, is the source of the site's content. */
  siteFileDecides: boolean
  sampleData: boolean
  adminUsername: Value<'ADMIN_USERNAME'>
  adminPassword?: Value<'ADMIN_PASSWORD'>
  requireFactor: Value<'REQUIRE_FACTOR'>
  settingsKey?: Value<'SETTINGS_KEY'>
  /** Private networks that webhooks may call. If empty, webhooks may call public IP addresses only. */
  webhookNetworks: Value<'WEBHOOK_NETWORKS'>
  /** Megabytes that all files of events may have together. */
  materialsTotalMb: Value<'MATERIALS_TOTAL_MB'>
  trustProxy: Value<'TRUST_PROXY'> | false
  rateLimits: Value<'RATE_LIMITS'>
  metricsPort?: Value<'METRICS_PORT'>
  metricsHost: Value<'METRICS_HOST'>
  logLevel: Value<'LOG_LEVEL'>
  /**
   * Settings that are set in the environment although administrators could set them in the admin area. They override
   * the values in the database.
   */
  given: Partial<Record<GivenName, string>>
  /** Environment variables that look like misspelt settings. */
  misspelt: Misspelt[]
  mailDkimSelector?: Value<'MAIL_DKIM_SELECTOR'>
}

/** Names of the settings with API URLs of providers, which only operators may set. */
const besideLive = ['ZOOM_API_URL', 'ZOOM_OAUTH_URL', 'MAILERLITE_API_URL'] as const
type GivenName = LiveSettingName | (typeof besideLive)[number]

/**
 * Settings that administrators can change while the server runs. settings-store.ts combines the values of the
 * environment and the database.
 */
export type LiveSettings = {
  publicUrl?: Value<'PUBLIC_URL'>
  /** Whether the environment sets the public URL. If so, the operator configures proxies, too. */
  isAddressGiven: boolean
  smtpUrl?: Value<'SMTP_URL'>
  smtpRequireTls: Value<'SMTP_REQUIRE_TLS'>
  mailFrom?: Value<'MAIL_FROM'>
  mailReplyTo?: Value<'MAIL_REPLY_TO'>
  mailPerSecond: Value<'MAIL_PER_SECOND'>
  bounceMailbox?: BounceMailbox
  backup?: BackupConfig
  backupKeys?: Value<'BACKUP_KEY'>
  zoom?: ZoomConfig
  mailerlite?: MailerliteConfig
  keepAddressesDays: Value<'KEEP_ADDRESSES_DAYS'>
  keepUsageMonths: Value<'KEEP_USAGE_MONTHS'>
  keepAuditMonths: Value<'KEEP_AUDIT_MONTHS'>
  countViews: Value<'COUNT_VIEWS'>
}

/** Thrown by loadConfig; the message has a line for each invalid setting. */
export class InvalidSettings extends OperatorError {}

type Environment = Record<string, string | undefined>
type Read = <Name extends keyof Settings>(name: Name) => Value<Name> | undefined

/**
 * Returns a function that reads and parses one setting. If the setting is invalid, the function adds a message to
 * `problems` and returns undefined.
 */
function createReader(environment: Environment, problems: string[]): Read {
  return (name) => {
    const raw = environment[name]?.trim() ? environment[name] : settings[name].fallback
    if (!raw) return undefined
    const result = settings[name].schema.safeParse(raw)
    if (result.success) return result.data as Value<typeof name>
    problems.push(
      `${name} ${result.error.issues[0]?.message ?? 'is not valid'} (it is "${shown(name, raw)}")`,
    )
    return undefined
  }
}

/**
 * Parses the settings that administrators can change. Adds errors to `problems`, each beginning with a setting's
 * name.
 */
export function readLiveSettings(texts: Environment, problems: string[]): LiveSettings {
  const read = createReader(texts, problems)
  return {
    publicUrl: read('PUBLIC_URL'),
    isAddressGiven: Boolean(texts.PUBLIC_URL?.trim()),
    smtpUrl: read('SMTP_URL'),
    smtpRequireTls: read('SMTP_REQUIRE_TLS') ?? true,
    mailFrom: read('MAIL_FROM'),
    mailReplyTo: read('MAIL_REPLY_TO'),
    mailPerSecond: read('MAIL_PER_SECOND') ?? Number(settings.MAIL_PER_SECOND.fallback),
    bounceMailbox: read('BOUNCE_IMAP_URL'),
    backup: readBackup(read, problems),
    backupKeys: read('BACKUP_KEY'),
    zoom: readZoom(read, problems),
    mailerlite: readMailerlite(read, problems),
    keepAddressesDays: read('KEEP_ADDRESSES_DAYS') ?? Number(settings.KEEP_ADDRESSES_DAYS.fallback),
    keepUsageMonths: read('KEEP_USAGE_MONTHS') ?? Number(settings.KEEP_USAGE_MONTHS.fallback),
    keepAuditMonths: read('KEEP_AUDIT_MONTHS') ?? Number(settings.KEEP_AUDIT_MONTHS.fallback),
    countViews: read('COUNT_VIEWS') ?? true,
  }
}

/** Returns the settings in the environment that administrators could otherwise set in the admin area, as texts. */
function readGiven(environment: Environment): Config['given'] {
  const names = [...Object.values(liveSettings).flat().map(settingOf), ...besideLive]
  const entries = names.flatMap((name) => {
    const given = environment[name]?.trim()
    return given ? [[name, given] as const] : []
  })
  return Object.fromEntries(entries)
}

export const limitsOffOnPublicSite =
  'RATE_LIMITS must not be off on a public site (PUBLIC_URL is https)'

/** Parses all settings. Empty text counts as unset. Throws InvalidSettings. */
export function loadConfig(environment: Environment): Config & LiveSettings {
  const { config, problems } = readConfig(environment)
  if (problems.length > 0) throw new InvalidSettings(problems.join('\n'))
  return config
}

/**
 * Parses all settings without throwing. Returns the configuration, in which invalid settings count as unset, and one
 * message for each of them.
 */
export function readConfig(environment: Environment) {
  const problems: string[] = []
  const read = createReader(environment, problems)
  const databaseUrl = read('DATABASE_URL')
  const siteFile = read('SITE_FILE')
  const config = {
    port: read('PORT'),
    host: read('HOST'),
    dataDir: read('DATA_DIR'),
    databaseUrl,
    databaseDirectUrl: read('DATABASE_DIRECT_URL'),
    namedStatements: read('DATABASE_NAMED_STATEMENTS'),
    siteFile: siteFile ?? 'content/site.json',
    siteFileDecides: siteFile !== undefined,
    sampleData: read('SAMPLE_DATA') ?? !databaseUrl,
    adminUsername: read('ADMIN_USERNAME'),
    adminPassword: read('ADMIN_PASSWORD'),
    requireFactor: read('REQUIRE_FACTOR'),
    mailDkimSelector: read('MAIL_DKIM_SELECTOR'),
    misspelt: findMisspelt(environment, Object.keys(settings)),
    settingsKey: read('SETTINGS_KEY'),
    given: readGiven(environment),
    ...readLiveSettings(environment, problems),
    webhookNetworks: read('WEBHOOK_NETWORKS') ?? [],
    materialsTotalMb: read('MATERIALS_TOTAL_MB') ?? Number(settings.MATERIALS_TOTAL_MB.fallback),
    trustProxy: read('TRUST_PROXY') ?? false,
    rateLimits: read('RATE_LIMITS') ?? true,
    metricsPort: read('METRICS_PORT'),
    metricsHost: read('METRICS_HOST'),
    logLevel: read('LOG_LEVEL'),
  }
  if (config.databaseDirectUrl && !databaseUrl) {
    problems.push('DATABASE_DIRECT_URL must not be set without DATABASE_URL')
  }
  if (!config.rateLimits && config.publicUrl?.startsWith('https:')) {
    problems.push(limitsOffOnPublicSite)
  }
  return { config: config as Config & LiveSettings, problems }
}

/** Returns a setting's value for an error message, or `…` if it may contain a password. PUBLIC_URL contains none. */
function shown(name: string, raw: string) {
  return name !== 'PUBLIC_URL' && /PASSWORD|_URL|SECRET|KEY|TOKEN/.test(name) ? '…' : raw
}

/**
 * Returns the environment, completed from `.env` in the working directory. Sets NODE_ENV, which
 * React reads when it is loaded, so call this before loading pages.
 */
export function processEnvironment(
  mode: 'production' | 'development' = 'production',
): Record<string, string | undefined> {
  process.env.NODE_ENV = mode
  if (existsSync('.env')) process.loadEnvFile('.env')
  return process.env
}
