import { isCommonPassword } from '#features/administrators/server/guessable-passwords.ts'
import type { HealthFinding } from '#features/health/contract.ts'
import { explainCheck, senderMissing } from '#kernel/setting-checks.ts'
import type { Config } from '#platform/settings/config.ts'
import { isThisMachine } from '#platform/settings/setting-schemas.ts'
import { settingNames } from '#platform/settings/setting-texts.ts'
import { joinSettings, textsOf } from '#platform/settings/settings-store.ts'
import { writeCount } from '#kernel/write-count.ts'
import { green, red, yellow, type HealthContext } from './findings.ts'

/**
 * Checks that each setting is valid, that settings do not contradict each other, and that no value was copied from an
 * example. Results contain no values.
 */
export async function checkSettings(context: HealthContext): Promise<HealthFinding[]> {
  const { config, stored } = context
  const texts = allTexts(context)
  const found = [
    ...context.problems.map((problem) => red('settings', `${problem}. Correct it, then start.`)),
    ...findStoredProblems(context),
    ...findLost(context),
    ...findPlaceholders(texts),
    ...findContradictions(texts, context),
    ...(await findWeak(config)),
    ...config.misspelt.map(({ name, meant }) =>
      yellow('settings', `${name} is not a setting; did you mean ${meant}? Rename or remove it.`),
    ),
  ]
  if (found.length > 0) return found
  const set = Object.values(texts).filter(Boolean).length
  const inDatabase = Object.keys(stored).length
  const words = `${writeCount(settingNames.length, 'setting')} checked: ${set} set, ${inDatabase} of them in the admin area.`
  return [green('settings', words)]
}

function allTexts({ config, stored }: HealthContext): Record<string, string> {
  const { databaseUrl = '', settingsKey = '', adminPassword = '' } = config
  return {
    ...textsOf(config, stored),
    DATABASE_URL: databaseUrl,
    SETTINGS_KEY: settingsKey,
    ADMIN_PASSWORD: adminPassword,
  }
}

/**
 * Returns problems of settings that were saved in the admin area. Leaves out `problems`, which the environment
 * variables cause.
 */
function findStoredProblems({ config, stored, problems }: HealthContext): HealthFinding[] {
  const joined: string[] = []
  joinSettings(config, stored, joined)
  const fresh = joined.filter((problem) => !problems.includes(problem))
  return fresh.map((problem) =>
    red(
      'settings',
      `${withoutValue(problem)}. Correct it in the admin area, under Settings › Connections.`,
    ),
  )
}

const withoutValue = (problem: string) => problem.replace(/ \(it is "[^]*"\)$/, '')

function findLost({ config, stored }: HealthContext): HealthFinding[] {
  const lost = Object.entries(stored).flatMap(([name, one]) => (one.isLost ? [name] : []))
  if (lost.length === 0) return []
  const isMissing = config.databaseUrl && !config.settingsKey
  const key = isMissing
    ? 'SETTINGS_KEY is missing'
    : `${config.settingsKey ? 'SETTINGS_KEY' : 'settings.key in DATA_DIR'} is not the key that encrypted it`
  const words = `${lost.join(', ')} cannot be decrypted: ${key}. Restore that key, or enter the passwords and keys again under Settings › Connections.`
  return [red('settings', words)]
}

const placeholder =
  /^(change[-_ ]?(me|it|this)|(your|my)[-_ ].*|secret|password|x{3,}|todo|example|placeholder|replace.*|<.*>|\*{3,}|\.{3}|…)$/i
const noRealHost = /(^|\.)(example\.(org|com|net)|example|invalid)$/i

/** Returns problems of settings that still have a value from an example, such as example.com. */
function findPlaceholders(texts: Record<string, string>): HealthFinding[] {
  return Object.entries(texts).flatMap(([name, text]) => {
    const url = /^[a-z][a-z\d+]*:\/\//i.test(text) ? URL.parse(text) : null
    const words = url ? [url.password, url.username].map(decode) : [text]
    const host = url?.hostname ?? /@([^\s>]+)>?$/.exec(text)?.[1] ?? ''
    const isPlaceholder = words.some((word) => placeholder.test(word)) || noRealHost.test(host)
    if (!isPlaceholder) return []
    return [red('settings', `${name} still holds a placeholder. Enter the real value.`)]
  })
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

type Texts = Record<string, string | undefined>
type Pair = { when: (texts: Texts, config: Config) => unknown; message: string }

/**
 * Pairs of settings that are valid alone but contradict each other. Contradictions with which the site does not start
 * are not listed.
 */
const contradictions: Pair[] = [
  {
    when: ({ BACKUP_KEY, BACKUP_URL }) => BACKUP_KEY && !BACKUP_URL,
    message: 'BACKUP_KEY is set but BACKUP_URL is not, so no backups are made. Set BACKUP_URL.',
  },
  {
    when: ({ BACKUP_URL, BACKUP_S3_KEY_ID, BACKUP_S3_SECRET }) =>
      BACKUP_URL && !BACKUP_URL.startsWith('s3:') && (BACKUP_S3_KEY_ID || BACKUP_S3_SECRET),
    message:
      'BACKUP_S3_KEY_ID is set, but BACKUP_URL is a folder. Enter the bucket, or remove the keys.',
  },
  {
    when: ({ BOUNCE_IMAP_URL, SMTP_URL }) => BOUNCE_IMAP_URL && !SMTP_URL,
    message: 'BOUNCE_IMAP_URL is set but SMTP_URL is not, so no mails are sent.',
  },
  {
    when: ({ SMTP_URL, MAIL_FROM }) => SMTP_URL && !MAIL_FROM,
    message: explainCheck(senderMissing),
  },
  {
    when: ({ SMTP_REQUIRE_TLS, SMTP_URL }) =>
      SMTP_REQUIRE_TLS === 'off' && SMTP_URL?.startsWith('smtps:'),
    message:
      'SMTP_REQUIRE_TLS is off, but SMTP_URL begins with smtps://. Remove SMTP_REQUIRE_TLS, because it can hide a later mistake.',
  },
  {
    when: (_texts, { metricsPort, metricsHost }) =>
      metricsPort === undefined && metricsHost !== '127.0.0.1',
    message: 'METRICS_HOST is set but METRICS_PORT is not, so no metrics are served. Set the port.',
  },
  {
    when: (_texts, { rateLimits }) => !rateLimits,
    message: 'RATE_LIMITS is off, which is for load tests only. Remove it.',
  },
  {
    when: (_texts, { logLevel }) => logLevel === 'silent',
    message: 'LOG_LEVEL is silent, so errors are not logged. Set warn or info.',
  },
]

function findContradictions(texts: Texts, { config }: HealthContext): HealthFinding[] {
  return contradictions
    .filter(({ when }) => when(texts, config))
    .map(({ message }) => yellow('settings', message))
}

/** Minimum number of different characters in a secret that is not easy to guess. */
const leastLetters = 10

async function findWeak(config: Config): Promise<HealthFinding[]> {
  const { settingsKey, adminPassword, adminUsername, databaseUrl } = config
  const found: HealthFinding[] = []
  if (settingsKey && new Set(settingsKey).size < leastLetters) {
    const words =
      'SETTINGS_KEY is easy to guess. Generate one with "openssl rand -base64 32", and enter the encrypted secrets again.'
    found.push(yellow('settings', words))
  }
  if (adminPassword && (await isCommonPassword(adminPassword, adminUsername))) {
    const words = 'ADMIN_PASSWORD is a common password. Choose another one.'
    found.push(yellow('settings', words))
  }
  const url = databaseUrl && !isThisMachine(databaseUrl) && URL.parse(databaseUrl)
  const password = url ? decode(url.password) : ''
  if (url && password && (await isCommonPassword(password, decode(url.username)))) {
    const words = 'The password in DATABASE_URL is a common password. Choose another one.'
    found.push(yellow('settings', words))
  }
  return found
}
