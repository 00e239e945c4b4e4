import type { Pool } from 'pg'
import type { Clock } from '#kernel/clock.ts'
import type { TimeContext } from '#kernel/event-time.ts'
import type { Site } from '#kernel/site.ts'
import type { Db } from './db/open.ts'
import type { ReportFailure } from './errors/report-failure.ts'
import type { ApiKey, Session } from './http/call.ts'
import type { RateLimits } from './http/rate-limits.ts'
import type { ResponseCache } from './http/response-cache.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Log } from './log/log.ts'
import type { PictureStore } from './pictures/picture-store.ts'
import type { Config, LiveSettings } from './settings/config.ts'
import type { SettingsStore } from './settings/settings-store.ts'

/** The site's content, which administrators edit, as this node has loaded it from the database. */
export type SiteContent = {
  /** Returns the published content. Call once per response, because the content can change between calls. */
  site(): Site
  /** Every URL path of a partner that was ever published; each remains a valid source of registrations. */
  partnerPaths(): readonly string[]
  /** Runs `run` with one fixed version of the content: `site`, or by default the version published now. */
  holdSite<Result>(run: () => Result, site?: Site): Result
  /** Reloads the published content from the database. */
  refreshSite(): Promise<void>
  /** Registers a function to call whenever this node has loaded newly published content. */
  onPublished(hear: () => void): void
  /**
   * If administrators cannot edit the site's content, for example because SITE_FILE is set, a sentence with the reason.
   */
  siteLock: string | undefined
}

/** Settings, database, services and functions that the API routes need, passed to them as one object. */
export type Deps = SiteContent & {
  /** Settings that are fixed when the process starts. */
  config: Config
  /** Returns the settings that administrators can change. Call at each use; do not cache. */
  settings(): LiveSettings
  settingsStore: SettingsStore
  /** Reloads the settings; retries after a failure, as `refreshSite` does. */
  refreshSettings(): Promise<void>
  db: Db
  pool: Pool
  kind: 'embedded' | 'postgres'
  clock: Clock
  limits: RateLimits
  /** Rate limits of guesses of sign-in and two-factor codes, which apply even with RATE_LIMITS=off. */
  strictLimits: RateLimits
  cache: ResponseCache
  /** The queue of background jobs, such as mails and webinar registrations. */
  jobs: Jobs
  pictures: PictureStore
  log: Log
  /** Logs failures that affect all visitors or happen in background jobs; each failure at most once a minute. */
  report: ReportFailure
  /** Returns the session of a session token that a browser sent; undefined if it is not valid. */
  findSession(token: string): Promise<Session | undefined>
  /** Returns the API key with this secret, if it is valid. */
  findApiKey(key: string): Promise<ApiKey | undefined>
  /** Returns the current time and the series' time zone. */
  time(): TimeContext
}

declare module 'fastify' {
  // Declaration merging needs an interface.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface FastifyInstance {
    deps: Deps
  }
}
