import type { FastifyInstance, InjectOptions } from 'fastify'
import { onTestFinished } from 'vitest'
import { logInAdministrator, logInWithEmail } from '#features/sign-in/contract.ts'
import { hashPassword } from '#features/sign-in/server/administrator-login.ts'
import { openSite } from '#features/site/server/open-site.ts'
import type { AdministratorRole } from '#kernel/administrator-roles.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Endpoint, ReplyOf, SentBodyOf } from '#kernel/endpoint.ts'
import { createApp, type AppOptions } from '#main/app.ts'
import { everySecond, jobHandlers } from '#main/jobs.ts'
import type { Db } from '#platform/db/open.ts'
import { loadConfig, type Config, type LiveSettings } from '#platform/settings/config.ts'
import { createSettingsStore } from '#platform/settings/settings-store.ts'
import { administrators } from '#schema/sign-in.ts'
import { checkAnswer } from './check-answer.ts'
import { testDatabase, type TestDatabase } from './database.ts'
import { testJobs } from './test-jobs.ts'

export type TestClock = Clock & { set(instant: Date | string): void }

export function testClock(start: Date | string = '2026-12-01T08:00:00Z'): TestClock {
  let instant = new Date(start)
  return { now: () => instant, set: (next) => void (instant = new Date(next)) }
}

type Sent<E extends Endpoint> = {
  body?: SentBodyOf<E> | Record<string, unknown>
  params?: Record<string, string | number>
  headers?: Record<string, string>
  from?: string
}

type Answer<Reply> = { status: number; body: Reply; headers: Record<string, unknown>; text: string }

export const administrator = { username: 'organiser', password: 'curtain-up-at-eight' }

/** The cheapest argon2id parameters, because hundreds of tests sign in. */
const leastEffort = { memory: 8, passes: 1, parallelism: 1, tagLength: 16 }
const cheapHash = hashPassword(administrator.password, leastEffort)

/**
 * Starts the real app on the worker's database, emptied, with a fixed clock. Rate limits are off by default.
 */
export async function testApp(
  options: Pick<AppOptions, 'pages' | 'log' | 'fetchPublic' | 'observe'> & {
    /** Parsed settings; values that administrators could change are fixed. */
    config?: Partial<Config & LiveSettings>
    /** Settings as texts of an environment. */
    environment?: Record<string, string>
    clock?: TestClock
    database?: TestDatabase
    /** When to close the app: by default after the test. */
    onEnd?: (close: () => Promise<unknown>) => void
  } = {},
) {
  const opened = options.database ?? (await testDatabase())
  await opened.truncate()
  // A new object, because caches such as the link key are per database object.
  const database = { ...opened, db: Object.create(opened.db) as Db }
  const clock = options.clock ?? testClock()
  const environment = { RATE_LIMITS: 'off', LOG_LEVEL: 'error', ...options.environment }
  const config = { ...loadConfig(environment), ...options.config }
  const store = createSettingsStore(database.db, config)
  await store.reload()
  const fixed = { ...(options.config?.publicUrl && { isAddressGiven: true }), ...options.config }
  const current = () => ({ ...store.current(), ...fixed })
  const settings = { ...store, current }
  const { pages, log, fetchPublic, observe } = options
  const jobs = await testJobs(opened)
  const content = await openSite(database.db, config)
  const app = await createApp({
    config,
    settings,
    content,
    database,
    clock,
    jobs,
    pages,
    log,
    fetchPublic,
    observe,
  })
  const onEnd = options.onEnd ?? onTestFinished
  onEnd(() => app.close())
  checkAnswers(app)

  /** Returns a browser that keeps its session cookie. */
  function newCaller() {
    const cookies = new Map<string, string>()
    const cookie = () => [...cookies.values()].join('; ') || undefined
    async function send(request: InjectOptions) {
      const response = await app.inject({
        ...request,
        headers: { ...(cookie() && { cookie: cookie() }), ...request.headers },
      })
      for (const set of [response.headers['set-cookie'] ?? []].flat()) {
        const [pair = ''] = set.split(';')
        if (set.includes('Max-Age=0')) cookies.delete(pair.split('=')[0]!)
        else cookies.set(pair.split('=')[0]!, pair)
      }
      return response
    }
    async function call<E extends Endpoint>(
      endpoint: E,
      { body, params = {}, headers = {}, from }: Sent<E> = {},
    ): Promise<Answer<ReplyOf<E> & { message?: string; errors?: { field: string }[] }>> {
      const url = endpoint.path.replace(/:(\w+)/g, (_, name: string) => String(params[name]))
      const response = await send({
        method: endpoint.method,
        url,
        headers,
        ...(from && { remoteAddress: from }),
        ...(body !== undefined && { payload: body }),
      })
      return {
        status: response.statusCode,
        // The answer of silent calls has no body.
        body: JSON.parse(response.body || 'null'),
        headers: response.headers,
        text: response.body,
      }
    }
    return { call, send, cookie }
  }

  async function asMember(email: string) {
    const caller = newCaller()
    const { status } = await caller.call(logInWithEmail, { body: { email } })
    if (status !== 200) throw new Error(`${email} is not known: build the person first`)
    return caller
  }

  /** Signs in an administrator, by default the owner `administrator`, who is added if necessary. */
  async function asAdmin({
    username = administrator.username,
    role = 'owner',
  }: { username?: string; role?: AdministratorRole } = {}) {
    await database.db
      .insert(administrators)
      .values({ username, role, passwordHash: await cheapHash })
      .onConflictDoNothing()
    const caller = newCaller()
    const { status } = await caller.call(logInAdministrator, {
      body: { ...administrator, username },
    })
    if (status !== 200) throw new Error('the administrator could not sign in')
    return caller
  }

  return {
    app,
    database,
    db: database.db,
    clock,
    site: content.site(),
    /** Runs all due jobs and returns the number of attempts. */
    async runJobs() {
      const handlers = jobHandlers(app.deps)
      let tries = await jobs.runDue(handlers)
      // Feeds low-priority queues, like each node every second.
      while ((await everySecond(app.deps)()) > 0) tries += await jobs.runDue(handlers)
      return tries
    },
    newCaller,
    asMember,
    asAdmin,
    ...newCaller(),
  }
}

/** Checks every response against the OpenAPI document and the refusals of its contract entry. */
function checkAnswers(app: FastifyInstance) {
  const inject = app.inject.bind(app)
  app.inject = (async (request: InjectOptions) => {
    const response = await inject(request)
    checkAnswer(app, response)
    return response
  }) as typeof app.inject
}
