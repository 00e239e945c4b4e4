import type { FastifyInstance } from 'fastify'
import { Counter, Histogram, type Registry } from 'prom-client'

/** Patterns that are counted each by itself; what comes after them counts as `other`. */
const mostRoutes = 160
const mostFailingRoutes = 10

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
 * status, and how long they took by group: at most some 230 series however many routes there are.
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
    help: 'Answers by group of routes and class of status.',
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
  const nameRoute = limitNames(mostRoutes)
  const nameFailing = limitNames(mostFailingRoutes)
  app.addHook('onResponse', (request, reply, done) => {
    const pattern = request.routeOptions.url ?? 'none'
    // Each file of a build has a route of its own, and the next build has others.
    const route = pattern.startsWith('/assets/') ? '/assets/*' : pattern
    const group = groupOf(route)
    const { statusCode, elapsedTime } = reply
    requests.inc({ route: nameRoute(route) })
    answers.inc({ group, status: `${String(statusCode)[0]}xx` })
    if (statusCode >= 500) failures.inc({ route: nameFailing(route) })
    seconds.observe({ group }, elapsedTime / 1000)
    done()
  })
}

function limitNames(most: number) {
  const known = new Set<string>()
  return (name: string) => {
    if (known.size < most) known.add(name)
    return known.has(name) ? name : 'other'
  }
}
