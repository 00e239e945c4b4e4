import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { usualBodyLimit, type Endpoint, type ReplyOf } from '#kernel/endpoint.ts'
import { invalidInput } from '#platform/errors/refusal.ts'
import { isTooDeep, tooDeep } from './json-depth.ts'
import { countCall } from './rate-limits.ts'
import { requireAccess } from './serve.ts'

/** What a provider posted: the body's own bytes, as they were signed. */
type SignedCall = {
  headers: IncomingHttpHeaders
  raw: Buffer
  /** Whose it is, as far as the proxies in between are believed. */
  address: string
}

type Signed<E extends Endpoint> = {
  /** Whether the headers could be a provider's at all; asked before the body is read. */
  mayBeSigned(headers: IncomingHttpHeaders): boolean
  isSigned(call: SignedCall): boolean | Promise<boolean>
  operation(body: unknown, call: SignedCall): Promise<ReplyOf<E>>
}

/**
 * Turns a contract entry with the access rule `signed` into a route: a webhook, called from anywhere
 * and authorised by its signature alone. Specification, "Calls".
 */
export function serveSigned<const E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  { mayBeSigned, isSigned, operation }: Signed<E>,
) {
  /** Signed calls come in bursts from few addresses and are not counted, the others are. */
  async function refuse(request: FastifyRequest) {
    await countCall(request)
    requireAccess('signed', undefined)
  }
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    scope.route({
      method: endpoint.method,
      url: endpoint.path,
      bodyLimit: endpoint.bodyLimit ?? usualBodyLimit,
      schema: { summary: endpoint.summary, response: { 200: endpoint.reply } },
      async onRequest(request) {
        if (!mayBeSigned(request.headers)) await refuse(request)
      },
      async handler(request, reply) {
        const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const call = { headers: request.headers, raw, address: request.ip }
        if (!(await isSigned(call))) await refuse(request)
        void reply.header('cache-control', 'no-store')
        return operation(readJson(raw), call)
      },
    })
  })
}

function readJson(raw: Buffer): unknown {
  const text = raw.toString()
  if (isTooDeep(text)) throw tooDeep()
  try {
    return JSON.parse(text)
  } catch {
    const message = 'The body is not valid JSON'
    throw invalidInput([{ field: 'body', message }])
  }
}
