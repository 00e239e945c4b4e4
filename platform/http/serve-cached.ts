import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint, ReplyOf } from '#kernel/endpoint.ts'
import { findDatabaseTrouble } from '#platform/errors/database-trouble.ts'
import { type Session, createCall } from './call.ts'
import type { Rendered } from './cached-response.ts'
import { publicOrigin } from './origin.ts'
import { countCall } from './rate-limits.ts'
import type { ResponseCache } from './response-cache.ts'
import { dataPolicy } from './security-headers.ts'
import { serve, type Operation } from './serve.ts'
import { readSessionToken } from './session-cookie.ts'

type Run<E extends Endpoint> = () => Promise<ReplyOf<E>>
type Options = { unless?: (session: Session) => boolean; cache?: ResponseCache }

/**
 * Serves an endpoint from the response cache, because its response is the same for all visitors. Sessions for which
 * `unless` returns true get an uncached response.
 * While the database is down, sessions cannot be read, so everyone gets the visitors' response, with the header
 * `answered-as`. `cache` defaults to the cache of the pages.
 */
export function serveCached<const E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  operation: Operation<E>,
  { unless, cache = app.deps.cache }: Options = {},
) {
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-security-policy': dataPolicy,
    'cache-control': unless ? 'private, no-cache' : 'public, no-cache',
    ...(unless && { vary: 'Cookie' }),
  }

  /** Returns the cache key, which contains the validated parameters, because one URL can be written in many ways. */
  const keyOf = ({ params }: FastifyRequest) =>
    endpoint.params ? `${endpoint.path} ${JSON.stringify(params)}` : endpoint.path

  /**
   * Sends the cached response unless the caller's session must get a response of its own; in this case, returns false.
   */
  async function sendToSession(request: FastifyRequest, reply: FastifyReply, run: Run<E>) {
    await countCall(request)
    try {
      const session = await createCall(app, request, reply).session()
      if (session && unless!(session)) return false
    } catch (error) {
      const isAway = findDatabaseTrouble(error) !== undefined
      const marks = { 'answered-as': 'visitor', 'cache-control': 'no-store' }
      if (!isAway || !cache.sendLast(request, reply, keyOf(request), marks)) throw error
      app.deps.report('A call', error)
      return true
    }
    return sendToAll(request, reply, run, () => Promise.resolve())
  }

  function sendToAll(
    request: FastifyRequest,
    reply: FastifyReply,
    run: Run<E>,
    count: (request: FastifyRequest) => Promise<void>,
  ) {
    // A response from the cache costs nothing, so do not count the request against the rate limit.
    const key = keyOf(request)
    if (cache.sendCached(request, reply, key)) return true
    const render = async () => ({
      status: 200,
      headers,
      body: JSON.stringify(endpoint.reply.parse(await run())),
    })
    // Do not count the request if another one is already rendering this response, because both share the result.
    const counted = cache.holds(key) ? Promise.resolve() : count(request)
    return counted.then(() => cache.send(request, reply, key, render)).then(() => true)
  }

  serve(app, endpoint, operation, {
    uncounted: true,
    shortcut: (request, reply, run) =>
      unless && readSessionToken(request)
        ? sendToSession(request, reply, run)
        : sendToAll(request, reply, run, countCall),
  })
}

type Written = string | Pick<Rendered, 'body' | 'until'>

type CachedDocument = {
  path: string
  /** The value of the header `content-type`, with charset. */
  type: string
  /** The value of the header `cache-control`. */
  keeping: string
  /**
   * Returns the document, whose links begin with `origin`. The field `until` of the result is the time at which the
   * cached document becomes stale.
   */
  write: (origin: string) => Written | Promise<Written>
}

/** Serves a public document that is neither an API response nor a page, such as a feed, from the response cache. */
export function serveCachedDocument(app: FastifyInstance, document: CachedDocument) {
  const { path, type, keeping, write } = document
  const { cache } = app.deps
  app.get(path, { schema: { hide: true } }, async (request, reply) => {
    const origin = publicOrigin(request)
    const key = `${origin}${path}`
    if (!cache.holds(key)) await countCall(request)
    await cache.send(request, reply, key, async () => {
      const written = await write(origin)
      const headers = {
        'content-type': type,
        'content-security-policy': dataPolicy,
        'cache-control': keeping,
      }
      return {
        status: 200,
        headers,
        ...(typeof written === 'string' ? { body: written } : written),
      }
    })
    return reply
  })
}
