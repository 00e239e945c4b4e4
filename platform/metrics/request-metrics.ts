import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Counter, Histogram, type Registry } from 'prom-client'

declare module 'fastify' {
  // Declaration merging needs an interface.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface FastifyInstance {
    /**
     * Returns the route pattern of a page, such as `/events/:slug`, for a URL path. Fastify has one wildcard route for
     * all pages.
     */
    namePage?: (path: string) => string
  }
}

/**
 * Maximum number of route patterns with a Prometheus time series of their own. Others count as `other` until one of
 * these patterns has been idle for an hour.
 */
const mostRoutes = 160
const mostFailingRoutes = 10
const quietMs = 60 * 60_000

/** Path prefixes and their groups of routes; the first matching prefix decides. Other paths are pages. */
const groups = [
  ['/api/admin/', 'admin'],
  ['/api/v1/', 'programs'],
  ['/api/', 'calls'],
  ['/assets/', 'files'],
  ['/images/', 'files'],
] as const

function groupOf(route: string) {
  return groups.find(([beginning]) => route.startsWith(beginning))?.[1] ?? 'pages'
}

/**
 * Counts requests by route pattern, responses by group and status class (`aborted` if the client disconnected), and
 * durations by group. Creates at most about 240 time series, whatever the number of routes.
 */
export function countRequests(app: FastifyInstance, register: Registry): void {
  const registers = [register]
  const requests = new Counter({
    name: 'greenroom_requests_total',
    help: 'Requests by route pattern.',
    labelNames: ['route'],
    registers,
  })
  const failures = new Counter({
    name: 'greenroom_failures_total',
    help: 'Responses with status 500 and above by route pattern.',
    labelNames: ['route'],
    registers,
  })
  const answers = new Counter({
    name: 'greenroom_answers_total',
    help: 'Responses by group of routes and status class; aborted: the client disconnected first.',
    labelNames: ['group', 'status'],
    registers,
  })
  const seconds = new Histogram({
    name: 'greenroom_answer_seconds',
    help: 'Duration from the request to the end of the response, by group of routes.',
    labelNames: ['group'],
    buckets: [0.01, 0.1, 1, 5],
    registers,
  })
  const nameRoute = limitNames(mostRoutes, (route) => requests.remove({ route }))
  const nameFailing = limitNames(mostFailingRoutes, (route) => failures.remove({ route }))
  const counted = new WeakSet<FastifyReply>()

  function count(request: FastifyRequest, reply: FastifyReply, status: string) {
    if (counted.has(reply)) return
    counted.add(reply)
    const route = routeOf(app, request)
    const group = groupOf(route)
    requests.inc({ route: nameRoute(route) })
    answers.inc({ group, status })
    if (status === '5xx') failures.inc({ route: nameFailing(route) })
    seconds.observe({ group }, reply.elapsedTime / 1000)
  }

  app.addHook('onRequest', (request, reply, done) => {
    // Count requests whose connection closes early here: Fastify calls onResponse only after completed responses.
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) count(request, reply, 'aborted')
    })
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    count(request, reply, `${String(reply.statusCode)[0]}xx`)
    done()
  })
}

function routeOf(app: FastifyInstance, { url, routeOptions }: FastifyRequest) {
  const pattern = routeOptions.url ?? 'none'
  // Count all files of the client build as one route. Each has a route of its own, and every build has new file names,
  // so the number of time series would grow.
  if (pattern.startsWith('/assets/')) return '/assets/*'
  return (pattern === '/*' && app.namePage?.(url.split('?', 1)[0]!)) || pattern
}

/**
 * Returns a function that maps a name to itself, or to `other` if `most` names are in use. If the name that was
 * idle longest was idle for an hour, a new name replaces it, and `forget` receives the idle name.
 */
function limitNames(most: number, forget: (name: string) => void) {
  const usedAt = new Map<string, number>()
  return (name: string) => {
    const now = performance.now()
    if (!usedAt.has(name) && usedAt.size >= most) {
      // A Map iterates in insertion order, and used names are inserted again, so the first name is the one that was
      // unused longest.
      const [[oldest, at] = ['', now]] = usedAt
      if (now - at < quietMs) return 'other'
      usedAt.delete(oldest)
      forget(oldest)
    }
    usedAt.delete(name)
    usedAt.set(name, now)
    return name
  }
}
