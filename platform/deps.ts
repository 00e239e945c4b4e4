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

/** The site's content, as loaded by this node. */
export type SiteContent = {
  /** Returns the published content; a caller that needs it twice for one response calls once. */
  site(): Site
  /** Every partner path ever published; each remains a valid registration source. */
  partnerPaths(): readonly string[]
  /** Runs `run` with one fixed version of the content: `site`, or the one published now. */
  holdSite<Result>(run: () => Result, site?: Site): Result
  /** Reloads the published content. In `Deps` it never rejects but retries. */
  refreshSite(): Promise<void>
  /** Calls `hear` each time this node starts to serve new content. */
  onPublished(hear: () => void): void
  /** The reason why administrators cannot edit the site; undefined if they can. */
  siteLock: string | undefined
}

/** Everything that routes depend on. */
export type Deps = SiteContent & {
  /** Settings that are fixed at the start. */
  config: Config
  /** Returns the settings that administrators can change. Call at each use; do not cache. */
  settings(): LiveSettings
  settingsStore: SettingsStore
  /** Reloads the settings; retries like `refreshSite`. */
  refreshSettings(): Promise<void>
  db: Db
  pool: Pool
  kind: 'embedded' | 'postgres'
  clock: Clock
  limits: RateLimits
  /** Limits that apply even with RATE_LIMITS=off: guesses of codes. */
  strictLimits: RateLimits
  cache: ResponseCache
  /** The queue of background jobs, such as mails and webinar registrations. */
  jobs: Jobs
  pictures: PictureStore
  log: Log
  /** Logs failures that affect everyone or happen in the background, at most once a minute each. */
  report: ReportFailure
  /** Returns the valid session of a token from a browser. */
  findSession(token: string): Promise<Session | undefined>
  /** Returns the API key if it is valid. */
  findApiKey(key: string): Promise<ApiKey | undefined>
  /** Returns the current time and the display time zone. */
  time(): TimeContext
}

declare module 'fastify' {
  // Declaration merging needs an interface.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface FastifyInstance {
    deps: Deps
  }
}
