import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { usualBodyLimit, type Endpoint, type ReplyOf } from '#kernel/endpoint.ts'
import { invalidInput } from '#platform/errors/refusal.ts'
import { isTooDeep, tooDeep } from './json-depth.ts'
import { countCall } from './rate-limits.ts'
import { requireAccess } from './serve.ts'

/**
 * A webhook call that this site receives from a provider: the headers, and the raw bytes of the body, to verify the
 * signature.
 */
type SignedCall = {
  headers: IncomingHttpHeaders
  raw: Buffer
  /** IP address of the client, from the headers of trusted proxies if there are any. */
  address: string
}

type Signed<E extends Endpoint> = {
  /** Returns whether the headers contain a signature at all. If not, the call is refused before its body is read. */
  mayBeSigned(headers: IncomingHttpHeaders): boolean
  isSigned(call: SignedCall): boolean | Promise<boolean>
  operation(body: unknown, call: SignedCall): Promise<ReplyOf<E>>
}

/**
 * Serves an endpoint with the access rule `signed`: a provider's webhook, accepted from any IP address and
 * authorised by its signature only.
 */
export function serveSigned<const E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  { mayBeSigned, isSigned, operation }: Signed<E>,
) {
  /**
   * Refuses a call without a valid signature. Only such calls count against the rate limit, because signed calls
   * come in bursts from few IP addresses.
   */
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
