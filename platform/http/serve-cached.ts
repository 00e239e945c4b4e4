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
 * Serves a public list from the response cache. `unless` names sessions that get an uncached
 * response of their own; while sessions cannot be read, everyone gets the cached response with the
 * header `answered-as`. `cache` replaces the cache of pages.
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

  /** The cache key uses validated parameters, because one address can be written in many ways. */
  const keyOf = ({ params }: FastifyRequest) =>
    endpoint.params ? `${endpoint.path} ${JSON.stringify(params)}` : endpoint.path

  /** Returns false if the caller's session needs an uncached response. */
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
    // Cached responses cost nothing and are not counted.
    const key = keyOf(request)
    if (cache.sendCached(request, reply, key)) return true
    const render = async () => ({
      status: 200,
      headers,
      body: JSON.stringify(endpoint.reply.parse(await run())),
    })
    // Responses already being rendered are not counted, because all callers share them.
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
  /** Content type with charset. */
  type: string
  /** The value of the header `cache-control`. */
  keeping: string
  /** Writes the document for the site at this origin; `until` as in a rendered response. */
  write: (origin: string) => Written | Promise<Written>
}

/** Serves a public document that is neither a call nor a page, from the cache of pages. */
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
