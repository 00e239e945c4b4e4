import type { Pool } from 'pg'
import type { Session } from '#shared/session.ts'
import type { Site } from '#shared/site.ts'
import type { TimeContext } from '#shared/time-context.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Db } from './db/open.ts'
import type { ResponseCache } from './http/answer-cache.ts'
import type { RateLimits } from './http/rate-limits.ts'
import type { PictureStore } from './images/create-picture-store.ts'
import type { Jobs } from './jobs/create-jobs.ts'
import type { ReportFailure } from './report-failure.ts'

/** What the process is made of; handed to every area's routes. */
export type Deps = {
  config: Config
  site: Site
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
  /** Says what fails for everybody, or for nobody in particular, once a minute. */
  report: ReportFailure
  /** The live session of a token that a browser sent. */
  findSession(token: { value: string; isFormer: boolean }): Promise<Session | undefined>
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
