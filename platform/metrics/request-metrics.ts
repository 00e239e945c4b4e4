import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Counter, Histogram, type Registry } from 'prom-client'

declare module 'fastify' {
  // Only an interface can be added to.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface FastifyInstance {
    /** The pattern of the page at a path, where pages are served: all of them are one route of Fastify's. */
    namePage?: (path: string) => string
  }
}

/** Patterns that are counted each by itself; others count as `other` until one of them has been quiet for an hour. */
const mostRoutes = 160
const mostFailingRoutes = 10
const quietMs = 60 * 60_000

/** The first beginning that fits says whose request it is; whatever is none of these is a page. */
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
 * Counts requests by the pattern of their route, whatever their method, answers by group and class of
 * status, `aborted` where the caller gave up before, and how long they took by group: at most some 240 series however
 * many routes there are.
 */
export function countRequests(app: FastifyInstance, register: Registry): void {
  const registers = [register]
  const requests = new Counter({
    name: 'greenroom_requests_total',
    help: 'Requests by the pattern of their route.',
    labelNames: ['route'],
    registers,
  })
  const failures = new Counter({
    name: 'greenroom_failures_total',
    help: 'Answers of 500 and above by the pattern of their route.',
    labelNames: ['route'],
    registers,
  })
  const answers = new Counter({
    name: 'greenroom_answers_total',
    help: 'Answers by group of routes and class of status; aborted: nobody waited for them.',
    labelNames: ['group', 'status'],
    registers,
  })
  const seconds = new Histogram({
    name: 'greenroom_answer_seconds',
    help: 'From the request to the end of its answer, by group of routes.',
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
    // Fastify tells of answers that were sent to their end alone.
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
  // Each file of a build has a route of its own, and the next build has others.
  if (pattern.startsWith('/assets/')) return '/assets/*'
  return (pattern === '/*' && app.namePage?.(url.split('?', 1)[0]!)) || pattern
}

/** Names of which there are at most so many at a time: one that has been quiet makes room for another, and is forgotten. */
function limitNames(most: number, forget: (name: string) => void) {
  const usedAt = new Map<string, number>()
  return (name: string) => {
    const now = performance.now()
    if (!usedAt.has(name) && usedAt.size >= most) {
      // The one that was used longest ago stands first.
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
