import type { FastifyRequest } from 'fastify'
import { invalidInput } from '#server/refusal.ts'

/**
 * The address that visitors use, without a trailing slash: the setting's, else the request's own.
 * Throws 400 for a Host header that is more, or less, than a host and a port.
 */
export function publicOrigin(request: FastifyRequest): string {
  const { publicUrl } = request.server.deps.config
  if (publicUrl) return publicUrl
  const own = URL.parse(`${request.protocol}://${request.host}`)
  if (own && own.href === `${own.origin}/`) return own.origin
  throw malformedAddress('The Host header is not valid')
}

/** A 400 that names the address. */
export function malformedAddress(message: string) {
  return invalidInput([{ field: 'address', message }])
}
