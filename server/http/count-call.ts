import type { FastifyRequest } from 'fastify'
import { clientAddressKey } from './client-address.ts'

/** Counts one of the calls a minute that an address has; throws a 429 Refusal when they are used up. */
export function countCall(request: FastifyRequest): Promise<void> {
  return request.server.deps.limits.count('calls', clientAddressKey(request.ip))
}
