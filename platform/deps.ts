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

/** The site's content as this node has it. */
export type SiteContent = {
  /** As it is published at this moment; whoever needs it twice for one answer takes it once. */
  site(): Site
  /** Every partner path that was ever published: a source for good. */
  partnerPaths(): readonly string[]
  /** Does something with one content from start to end: this one, or what is published as it begins. */
  holdSite<Result>(run: () => Result, site?: Site): Result
  /** Reads what is published now; among `Deps` it never rejects, but is made good as soon as it can be. */
  refreshSite(): Promise<void>
  /** Hears of every content that this node begins to show. */
  onPublished(hear: () => void): void
  /** Why nothing can be changed on the desk; undefined where the desk decides. */
  siteLock: string | undefined
}

/** What the process is made of; handed to every area's routes. */
export type Deps = SiteContent & {
  /** What holds from the start on. */
  config: Config
  /** What administrators may change meanwhile: asked for at each use, never kept. */
  settings(): LiveSettings
  settingsStore: SettingsStore
  /** Reads what is set now, as `refreshSite` does. */
  refreshSettings(): Promise<void>
  db: Db
  pool: Pool
  kind: 'embedded' | 'postgres'
  clock: Clock
  limits: RateLimits
  /** What is counted whatever RATE_LIMITS says: guesses of codes. */
  strictLimits: RateLimits
  cache: ResponseCache
  /** What is done after the answer: mails, seats, lists. */
  jobs: Jobs
  /** Uploaded pictures. */
  pictures: PictureStore
  log: Log
  /** Says what fails for everybody, or for nobody in particular, once a minute. */
  report: ReportFailure
  /** The live session of a token that a browser sent. */
  findSession(token: string): Promise<Session | undefined>
  /** The key that a program sent, as long as it opens anything. */
  findApiKey(key: string): Promise<ApiKey | undefined>
  /** Now, in the display zone. */
  time(): TimeContext
}

declare module 'fastify' {
  // Only an interface can be added to.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface FastifyInstance {
    deps: Deps
  }
}
