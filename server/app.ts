import { randomUUID } from 'node:crypto'
import Fastify, { LogController, type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { Site } from '#shared/site.ts'
import { adminRoutes, adminSignInRoutes } from './admins/routes.ts'
import { backupRoutes } from './backups/routes.ts'
import { calendarRoutes } from './calendar/routes.ts'
import { systemClock, type Clock } from './clock.ts'
import type { Config } from './config.ts'
import { crewRoutes } from './crew/routes.ts'
import type { OpenDatabase } from './db/open.ts'
import type { Deps } from './deps.ts'
import { adminAreaRoutes } from './desk/routes.ts'
import { findNextStatusChange } from './events/find-next-status-change.ts'
import { listEvents } from './events/list-events.ts'
import { eventRoutes } from './events/routes.ts'
import { createResponseCache } from './http/answer-cache.ts'
import { describeApi } from './http/api-document.ts'
import { describeError } from './http/describe-error.ts'
import { answerMalformedAddress, handleErrors } from './http/errors.ts'
import { createPublicFetch, type FetchPublic } from './http/fetch-public.ts'
import { listenForEventChanges } from './http/hear-of-event-changes.ts'
import { acceptOnlyJson } from './http/json-body.ts'
import { createRateLimits, noRateLimits } from './http/rate-limits.ts'
import { commonHeaders, dataPolicy } from './http/security-headers.ts'
import { createPictureStore } from './images/create-picture-store.ts'
import { pictureFolder } from './images/picture-folder.ts'
import { imageRoutes } from './images/routes.ts'
import { importRoutes } from './imports/routes.ts'
import { createJobs, type Jobs } from './jobs/create-jobs.ts'
import { withoutQueues } from './jobs/without-queues.ts'
import { libraryRoutes } from './library/routes.ts'
import {
  enterLinkRoutes,
  joinLinkRoutes,
  confirmationRoutes,
  subscriptionRoutes,
} from './links/routes.ts'
import { mailingListRoutes } from './mailing-list/routes.ts'
import { codeRoutes, accountRoutes } from './me/routes.ts'
import { countUntold } from './messages/count-untold.ts'
import { mailRoutes } from './messages/routes.ts'
import { peopleRoutes } from './people/routes.ts'
import { questionRoutes } from './questions/routes.ts'
import { registrationRoutes } from './registrations/routes.ts'
import { createFailureReport, type ReportFailure } from './report-failure.ts'
import { findSession } from './session/find-session.ts'
import { sessionRoutes } from './session/routes.ts'
import { siteRoutes } from './site/routes.ts'
import { systemRoutes } from './system/routes.ts'
import { trackingRoutes } from './tracking/routes.ts'
import { transcriptRoutes } from './transcripts/routes.ts'
import { webinarRoutes } from './webinars/routes.ts'

export type AppOptions = {
  config: Config
  site: Site
  database: Pick<OpenDatabase, 'db' | 'pool' | 'kind' | 'url'>
  clock?: Clock
  /** The queue, already started; without it nothing can be sent. */
  jobs?: Jobs
  /** How pictures of other sites are fetched; from public hosts only unless given. */
  fetchPublic?: FetchPublic
  /** Where the log's lines go; standard output unless given. */
  log?: { write(line: string): void }
  /** Where failures of everybody's are said; the log unless given. */
  report?: ReportFailure
  /** Serves the rendered pages; tests of the API leave it out. */
  pages?: (app: FastifyInstance) => Promise<void>
}

function createDeps(options: AppOptions, log: FastifyInstance['log']): Deps {
  const { config, site, database, clock = systemClock } = options
  const { db, pool, kind } = database
  const report = options.report ?? createFailureReport((line) => log.error(line))
  const queue = options.jobs ?? createJobs(database, report)
  const jobs = withoutQueues(queue, [
    ...(config.mailerlite ? [] : ['sync-subscriber' as const]),
    ...(config.zoom ? [] : (['take-webinar-seat', 'fetch-transcript'] as const)),
  ])
  const time = () => ({ now: clock.now(), timeZone: site.display.zone })
  const cache = createResponseCache({
    clock,
    nextChange: (now) => findNextStatusChange(db, { now, timeZone: site.display.zone }),
    headers: commonHeaders(config.publicUrl),
  })
  const strictLimits = createRateLimits(database)
  const limits = config.rateLimits ? strictLimits : noRateLimits
  const pictures = createPictureStore(
    db,
    pictureFolder(config.siteFile),
    options.fetchPublic ?? createPublicFetch(),
  )
  return {
    config,
    site,
    db,
    pool,
    kind,
    clock,
    limits,
    strictLimits,
    cache,
    jobs,
    pictures,
    report,
    findSession: (token) => findSession(db, token, clock.now()),
    time,
  }
}

/** The whole site as a Fastify app, not yet listening: plugins first, then every area, pages last. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { config } = options
  const hops = config.trustProxy
  const headers = { ...commonHeaders(config.publicUrl), 'content-security-policy': dataPolicy }
  const app = Fastify({
    logger: { level: config.logLevel, serializers: { err: describeError }, stream: options.log },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: typeof hops === 'number' ? (_address, hop) => hop < hops : hops,
    genReqId: () => randomUUID(),
    requestTimeout: 30_000,
    frameworkErrors: answerMalformedAddress(headers),
    routerOptions: { maxParamLength: 300 },
  })
  const deps = createDeps(options, app.log)
  const { db, time } = deps
  app.decorate('deps', deps)
  app.decorate('operations', new Map())
  app.addHook('onClose', () => deps.pictures.stop())
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  acceptOnlyJson(app)
  handleErrors(app)
  // Cached responses hold them already and never come by here.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    for (const [name, value] of Object.entries(headers)) {
      if (!reply.hasHeader(name)) void reply.header(name, value)
    }
    done()
  })
  await listenForEventChanges(app, options.database)
  await describeApi(app)
  for (const routes of [
    siteRoutes,
    (area: FastifyInstance) => eventRoutes(area, { countUntold }),
    registrationRoutes,
    sessionRoutes,
    libraryRoutes,
    transcriptRoutes,
    joinLinkRoutes,
    confirmationRoutes,
    enterLinkRoutes,
    subscriptionRoutes,
    questionRoutes,
    crewRoutes,
    codeRoutes,
    accountRoutes,
    mailRoutes,
    mailingListRoutes,
    webinarRoutes,
    trackingRoutes,
    adminSignInRoutes,
    adminRoutes,
    adminAreaRoutes,
    peopleRoutes,
    backupRoutes,
    importRoutes,
    (area: FastifyInstance) => imageRoutes(area, { listEvents: () => listEvents(db, time()) }),
    calendarRoutes,
    systemRoutes,
  ]) {
    await app.register(async (area) => routes(area))
  }
  await options.pages?.(app)
  return app
}
