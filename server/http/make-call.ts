import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#shared/contract/endpoint.ts'

/**
 * Makes a call of the contract for the visitor behind a request, through the call's own route: access,
 * limits, rules and messages are the same. `cookie`: the session that the visitor has by now.
 */
export async function makeCall(
  request: FastifyRequest,
  endpoint: Endpoint,
  { body, cookie = request.headers.cookie }: { body?: object; cookie?: string | undefined } = {},
) {
  const { config } = request.server.deps
  return request.server.inject({
    method: endpoint.method,
    url: endpoint.path,
    remoteAddress: request.ip,
    headers: {
      host: request.host,
      'user-agent': request.headers['user-agent'] ?? '',
      // Whose word about https was believed before is believed again.
      ...(config.trustProxy && { 'x-forwarded-proto': request.protocol }),
      ...(cookie !== undefined && { cookie }),
    },
    ...(body && { payload: body }),
  })
}
