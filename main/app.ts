import { randomUUID } from 'node:crypto'
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { Logger } from 'pino'
import { accountRoutes } from '#features/account/server/routes.ts'
import { apiKeyRoutes } from '#features/api-keys/server/routes.ts'
import { findApiKey } from '#features/api-keys/server/keys.ts'
import { publicApiRoutes } from '#features/public-api/server/routes.ts'
import { announcementRoutes } from '#features/announcements/server/routes.ts'
import { administratorRoutes, passwordLinkRoutes } from '#features/administrators/server/routes.ts'
import { crewRoutes } from '#features/crew/server/routes.ts'
import { eventDefaultsRoutes } from '#features/event-defaults/server/routes.ts'
import { eventMailRoutes } from '#features/event-mails/server/routes.ts'
import { listEvents } from '#features/events/server/read-events.ts'
import { calendarRoutes, eventRoutes } from '#features/events/server/routes.ts'
import { findNextStatusChange } from '#features/events/server/statuses.ts'
import { feedRoutes } from '#features/feeds/server/routes.ts'
import { importRoutes } from '#features/imports/server/routes.ts'
import { siteHealthRoutes } from '#features/health/server/routes.ts'
import { joinLinkRoutes } from '#features/join-links/server/routes.ts'
import { libraryRoutes, trackingRoutes } from '#features/library/server/routes.ts'
import { materialRoutes } from '#features/materials/server/routes.ts'
import { mailTextRoutes } from '#features/mail-texts/server/routes.ts'
import { subscriptionRoutes, mailRoutes } from '#features/mails/server/routes.ts'
import { mailingListRoutes } from '#features/newsletter/server/routes.ts'
import { erasureRoutes } from '#features/erasure/server/routes.ts'
import { peopleRoutes } from '#features/people/server/routes.ts'
import { pictureRoutes } from '#features/pictures/server/routes.ts'
import { feedbackRoutes } from '#features/feedback/server/routes.ts'
import { formQuestionRoutes } from '#features/form-questions/server/routes.ts'
import { questionRoutes } from '#features/questions/server/routes.ts'
import { confirmationRoutes, registrationRoutes } from '#features/registrations/server/routes.ts'
import { funnelRoutes } from '#features/funnel/server/routes.ts'
import { partnerLinkRoutes } from '#features/partner-links/server/routes.ts'
import { reportRoutes } from '#features/reports/server/routes.ts'
import { setupRoutes } from '#features/setup/server/routes.ts'
import {
  adminSignInRoutes,
  enterLinkRoutes,
  codeRoutes,
  ownSessionRoutes,
  sessionRoutes,
} from '#features/sign-in/server/routes.ts'
import { findSession } from '#features/sign-in/server/session.ts'
import { settingsRoutes } from '#features/settings/server/routes.ts'
import { siteContentRoutes, siteRoutes } from '#features/site/server/routes.ts'
import { sourceRoutes } from '#features/sources/server/routes.ts'
import { transcriptRoutes } from '#features/transcripts/server/routes.ts'
import { seriesRegistrationRoutes } from '#features/series-registrations/server/routes.ts'
import { waitlistRoutes } from '#features/waitlist/server/routes.ts'
import { webhookRoutes } from '#features/webhooks/server/routes.ts'
import { webinarRoutes } from '#features/webinars/server/routes.ts'
import { systemClock, type Clock } from '#kernel/clock.ts'
import { usualBodyLimit } from '#kernel/endpoint.ts'
import type { OpenDatabase } from '#platform/db/open.ts'
import { withAfterCommit } from '#platform/domain-events/after-commit.ts'
import type { Deps, SiteContent } from '#platform/deps.ts'
import { createFailureReport, type ReportFailure } from '#platform/errors/report-failure.ts'
import { answerMalformedAddress, handleErrors } from '#platform/http/errors.ts'
import { createPublicFetch, type FetchPublic } from '#platform/http/fetch-public.ts'
import { refuseTwoHosts, tidyForwardedAddresses } from '#platform/http/origin.ts'
import { healthRoutes } from '#platform/http/health.ts'
import { createFollower } from '#platform/http/follow-changes.ts'
import { listenForEventChanges } from '#platform/http/listen-for-changes.ts'
import { createRateLimits, noRateLimits } from '#platform/http/rate-limits.ts'
import { createResponseCache } from '#platform/http/response-cache.ts'
import { commonHeaders, dataPolicy } from '#platform/http/security-headers.ts'
import { acceptOnlyJson } from '#platform/http/serve.ts'
import { createLog, requestIdLabel } from '#platform/log/log.ts'
import { carryRequestId } from '#platform/log/request-id.ts'
import { createJobs, type Jobs, withoutQueues } from '#platform/jobs/jobs.ts'
import { pictureFolder } from '#platform/pictures/picture-folder.ts'
import { createPictureStore } from '#platform/pictures/picture-store.ts'
import type { Config } from '#platform/settings/config.ts'
import type { SettingsStore } from '#platform/settings/settings-store.ts'
import { describeApi } from './api-document.ts'
import { mailKinds as kinds } from './mail-kinds.ts'

export type AppOptions = {
  config: Config
  content: SiteContent
  /** The settings store; the caller must have loaded the settings. */
  settings: SettingsStore
  database: Pick<OpenDatabase, 'db' | 'pool' | 'kind' | 'url' | 'directUrl'>
  clock?: Clock
  /** The started job queue. Without it, no jobs can be enqueued. */
  jobs?: Jobs
  /** Function that downloads pictures from other sites. Default: one that connects to public hosts only. */
  fetchPublic?: FetchPublic
  /** Destination of log lines. Default: standard output. */
  log?: { write(line: string): void }
  /** An existing logger. Default: a new one that writes to `log`. */
  logger?: Logger
  /** Reports failures that affect all visitors, such as those of the database. Default: to the logger. */
  report?: ReportFailure
  /** Called before the routes are registered, to add the hooks that measure requests. */
  observe?: (app: FastifyInstance) => void
  /** Adds the routes of rendered pages. Tests of the API omit this option. */
  pages?: (app: FastifyInstance) => Promise<void>
}

function createDeps(options: AppOptions, app: FastifyInstance, log: Logger): Deps {
  const { config, content, settings: settingsStore, database, clock = systemClock } = options
  const { site } = content
  const settings = () => settingsStore.current()
  const { pool, kind } = database
  const report = options.report ?? createFailureReport((line) => app.log.error(line))
  const queue = options.jobs ?? createJobs(database, report, log)
  const jobs = withoutQueues(queue, () => [
    ...(settings().mailerlite ? [] : ['sync-subscriber' as const]),
    ...(settings().zoom ? [] : (['take-webinar-seat', 'fetch-transcript'] as const)),
  ])
  const time = () => ({ now: clock.now(), timeZone: site().display.zone })
  const cache = createResponseCache({
    clock,
    nextChange: (now) => findNextStatusChange(database.db, { now, timeZone: site().display.zone }),
    headers: () => commonHeaders(settings().publicUrl),
  })
  const db = withAfterCommit(database.db, {
    pages: cache.clear,
    site: () => siteFollower.catchUp(),
    settings: () => settingsFollower.catchUp(),
  })
  const strictLimits = createRateLimits(database)
  const limits = config.rateLimits ? strictLimits : noRateLimits
  const pictures = createPictureStore(
    db,
    pictureFolder(config.siteFile),
    options.fetchPublic ?? createPublicFetch(),
  )
  content.onPublished(() => cache.clear())
  const node = { kind, cache, report }
  const siteFollower = createFollower({
    about: 'Reloading the published site',
    read: content.refreshSite,
    ...node,
  })
  const settingsFollower = createFollower({
    about: 'Reading the settings',
    // Cached pages contain settings, such as the public URL, so a change of settings clears the cache.
    read: async () => (await settingsStore.reload()) && cache.clear(),
    ...node,
  })
  app.addHook('onClose', () => Promise.all([siteFollower.stop(), settingsFollower.stop()]))
  return {
    ...content,
    refreshSite: siteFollower.catchUp,
    refreshSettings: settingsFollower.catchUp,
    config,
    settings,
    settingsStore,
    db,
    pool,
    kind,
    clock,
    limits,
    strictLimits,
    cache,
    jobs,
    pictures,
    log,
    report,
    findSession(token) {
      const { requireFactor } = config
      return findSession(db, token, { now: clock.now(), requireFactor })
    },
    findApiKey(key) {
      const { requireFactor } = config
      return findApiKey(db, key, { now: clock.now(), requireFactor })
    },
    time,
  }
}

function logAnswers(app: FastifyInstance) {
  app.addHook('onResponse', (request, { statusCode: status, elapsedTime }, done) => {
    const { method, routeOptions } = request
    request.log.debug({ method, route: routeOptions.url, status, ms: elapsedTime }, 'answered')
    done()
  })
}

/** Creates the complete Fastify app without listening: plugins first, then all features, pages last. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, settings } = options
  const hops = config.trustProxy
  const headers = () => ({
    ...commonHeaders(settings.current().publicUrl),
    'content-security-policy': dataPolicy,
  })
  const log = options.logger ?? createLog({ level: config.logLevel, stream: options.log })
  // The type is that of Fastify's own logger: with pino's type, the app and every route would have a different type.
  const loggerInstance: FastifyBaseLogger = log
  const app = Fastify({
    loggerInstance,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: requestIdLabel,
    }),
    trustProxy: typeof hops === 'number' ? (_address, hop) => hop < hops : hops,
    genReqId: () => randomUUID(),
    requestTimeout: 30_000,
    bodyLimit: usualBodyLimit,
    frameworkErrors: answerMalformedAddress(headers),
    routerOptions: { maxParamLength: 300 },
  })
  const deps = createDeps(options, app, log)
  const { db, time } = deps
  app.decorate('deps', deps)
  app.decorate('operations', new Map())
  app.decorate('endpoints', [])
  app.addHook('onClose', () => deps.pictures.stop())
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.addHook('onRequest', (request, _reply, done) => {
    refuseTwoHosts(request)
    tidyForwardedAddresses(request)
    carryRequestId(request.id, done)
  })
  acceptOnlyJson(app)
  handleErrors(app)
  if (log.isLevelEnabled('debug')) logAnswers(app)
  options.observe?.(app)
  // This hook does not run for cached responses, which already contain the common headers.
  app.addHook('onSend', (request, reply, _payload, done) => {
    for (const [name, value] of Object.entries(headers())) {
      if (!reply.hasHeader(name)) void reply.header(name, value)
    }
    if (!reply.hasHeader('x-request-id')) void reply.header('x-request-id', request.id)
    done()
  })
  await listenForEventChanges(app, options.database)
  await describeApi(app)
  for (const routes of [
    siteRoutes,
    siteContentRoutes,
    eventRoutes,
    eventDefaultsRoutes,
    (area: FastifyInstance) => eventMailRoutes(area, { kinds }),
    registrationRoutes,
    sessionRoutes,
    libraryRoutes,
    transcriptRoutes,
    materialRoutes,
    joinLinkRoutes,
    confirmationRoutes,
    enterLinkRoutes,
    (area: FastifyInstance) => subscriptionRoutes(area, { kinds }),
    questionRoutes,
    formQuestionRoutes,
    feedbackRoutes,
    crewRoutes,
    codeRoutes,
    ownSessionRoutes,
    accountRoutes,
    (area: FastifyInstance) => mailRoutes(area, { kinds }),
    (area: FastifyInstance) => announcementRoutes(area, { kinds }),
    (area: FastifyInstance) => mailTextRoutes(area, { kinds }),
    mailingListRoutes,
    webinarRoutes,
    waitlistRoutes,
    seriesRegistrationRoutes,
    webhookRoutes,
    trackingRoutes,
    adminSignInRoutes,
    administratorRoutes,
    passwordLinkRoutes,
    setupRoutes,
    settingsRoutes,
    siteHealthRoutes,
    reportRoutes,
    funnelRoutes,
    partnerLinkRoutes,
    sourceRoutes,
    peopleRoutes,
    erasureRoutes,
    importRoutes,
    apiKeyRoutes,
    (area: FastifyInstance) => publicApiRoutes(area, { kinds }),
    (area: FastifyInstance) => pictureRoutes(area, { listEvents: () => listEvents(db, time()) }),
    calendarRoutes,
    feedRoutes,
    healthRoutes,
  ]) {
    await app.register(async (area) => routes(area))
  }
  await options.pages?.(app)
  return app
}
