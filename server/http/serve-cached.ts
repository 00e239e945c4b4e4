import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { findDatabaseTrouble } from '#server/db/database-trouble.ts'
import type { AnswerCache } from './answer-cache.ts'
import { createCall } from './call.ts'
import { countCall } from './count-call.ts'
import { dataPolicy } from './security-headers.ts'
import { serve, type Operation } from './serve.ts'
import { readSessionToken } from './session-cookie.ts'

type Options = { unlessSession?: boolean; cache?: AnswerCache }

/**
 * Serves a public list from the cache of answers. `unlessSession`: a caller with a session may receive
 * something else, so only visitors without one share the kept answer; while nobody can read sessions it
 * stands in for all, and the header `answered-as` says so: it may lack what an administrator sees. `cache`:
 * where it is kept, if not with the pages.
 */
export function serveCached<const E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  operation: Operation<E>,
  { unlessSession = false, cache = app.deps.cache }: Options = {},
) {
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-security-policy': dataPolicy,
    'cache-control': unlessSession ? 'private, no-cache' : 'public, no-cache',
    ...(unlessSession && { vary: 'Cookie' }),
  }

  /** By what was checked: the address itself may be written in many ways. */
  const keyOf = ({ params }: FastifyRequest) =>
    endpoint.params ? `${endpoint.path} ${JSON.stringify(params)}` : endpoint.path

  /** Whether it was answered as to a visitor, since the session cannot be read. */
  async function standIn(request: FastifyRequest, reply: FastifyReply) {
    await countCall(request)
    try {
      await createCall(app, request, reply).session()
      return false
    } catch (error) {
      const isAway = findDatabaseTrouble(error) !== undefined
      const marks = { 'answered-as': 'visitor', 'cache-control': 'no-store' }
      if (!isAway || !cache.sendLast(request, reply, keyOf(request), marks)) throw error
      app.deps.report('A call', error)
      return true
    }
  }

  serve(app, endpoint, operation, {
    uncounted: true,
    shortcut(request, reply, run) {
      if (unlessSession && readSessionToken(request)) return standIn(request, reply)
      // A kept answer costs nothing, so it is not counted either.
      const key = keyOf(request)
      if (cache.sendKept(request, reply, key)) return true
      const render = async () => ({
        status: 200,
        headers,
        body: JSON.stringify(endpoint.reply.parse(await run())),
      })
      // Nor is one that is being made anew, which costs as much for a hundred as for one.
      const counted = cache.holds(key) ? Promise.resolve() : countCall(request)
      return counted.then(() => cache.send(request, reply, key, render)).then(() => true)
    },
  })
}
