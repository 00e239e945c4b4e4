import { writeCount } from '#kernel/write-count.ts'
import type { HealthFinding } from '#features/health/contract.ts'
import type { HealthCheck, HealthState } from '#features/health/rules.ts'
import type { OpenDatabase } from '#platform/db/open.ts'
import type { Listening } from '#platform/http/response-cache.ts'
import type { Config, LiveSettings } from '#platform/settings/config.ts'
import type { StoredSettings } from '#platform/settings/settings-store.ts'

/**
 * What the health checks need to know. In the site, it describes the running site; in the terminal command, only the
 * configuration.
 */
export type HealthContext = {
  config: Config
  /** Errors in environment variables; each begins with the name of the variable. */
  problems: string[]
  settings: LiveSettings
  stored: StoredSettings
  /** The opened database; undefined if it could not be opened, an error that the caller reports. */
  database: Pick<OpenDatabase, 'db' | 'pool' | 'kind'> | undefined
  now: () => Date
  /** The series' time zone, for times in messages. */
  timeZone: string
  /**
   * What the running site knows about itself. Undefined in the terminal command, which sends requests to the site's
   * port instead.
   */
  site: { listening: Listening } | undefined
}

export type WithDatabase = HealthContext & { database: NonNullable<HealthContext['database']> }

const find = (state: HealthState) => (check: HealthCheck, message: string) => ({
  check,
  state,
  message,
})
export const green: (check: HealthCheck, message: string) => HealthFinding = find('green')
export const yellow: typeof green = find('yellow')
export const red: typeof green = find('red')

/** Returns a duration as text: `40 seconds`, `12 minutes`, `5 hours`, `3 days`. */
export function writeAge(ms: number): string {
  const units = [
    [24 * 60 * 60_000, 'day'],
    [60 * 60_000, 'hour'],
    [60_000, 'minute'],
    [1000, 'second'],
  ] as const
  const [length, name] = units.find(([unit]) => ms >= 2 * unit) ?? [1000, 'second']
  return writeCount(Math.max(0, Math.round(ms / length)), name)
}

/** Returns a size as text: `12 MB`, `3.4 GB`. */
export function writeBytes(bytes: number): string {
  if (bytes >= 1e9) return `${(bytes / 1e9).toFixed(1)} GB`
  return `${Math.round(bytes / 1e6).toLocaleString('en-GB')} MB`
}
