import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { countCall } from './count-call.ts'
import { dataPolicy } from './security-headers.ts'
import { serve, type Operation } from './serve.ts'
import { readSessionToken } from './session-cookie.ts'

/**
 * Serves a public list from the cache of answers. `unlessSession`: a caller with a session may receive
 * something else, so only visitors without one share the kept answer.
 */
export function serveCached<const E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  operation: Operation<E>,
  { unlessSession = false } = {},
) {
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-security-policy': dataPolicy,
    'cache-control': unlessSession ? 'private, no-cache' : 'public, no-cache',
    ...(unlessSession && { vary: 'Cookie' }),
  }
  serve(app, endpoint, operation, {
    uncounted: true,
    shortcut(request, reply, run) {
      const { cache } = app.deps
      if (unlessSession && readSessionToken(request)) return countCall(request).then(() => false)
      // A kept answer costs nothing, so it is not counted either.
      if (cache.sendKept(request, reply, endpoint.path)) return true
      const render = async () => ({
        status: 200,
        headers,
        body: JSON.stringify(endpoint.reply.parse(await run())),
      })
      return countCall(request)
        .then(() => cache.send(request, reply, endpoint.path, render))
        .then(() => true)
    },
  })
}
