import type { FastifyRequest } from 'fastify'

/** The address that visitors use, without a trailing slash: the setting's, else the request's own. */
export function publicOrigin(request: FastifyRequest): string {
  const { publicUrl } = request.server.deps.config
  return publicUrl ?? `${request.protocol}://${request.host}`
}
