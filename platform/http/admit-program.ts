import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasRightsOf } from '#kernel/administrator-roles.ts'
import type { ApiScope } from '#kernel/api-scopes.ts'
import { neededRole } from '#kernel/endpoint.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import { noteApiKey } from './call.ts'
import { clientAddressKey } from './origin.ts'
import { allowances } from './rate-limits.ts'

const bearer = /^bearer +(\S+)$/i

/**
 * Authenticates a request by its API key and sets RateLimit headers. Throws 401 without a valid key, 403 if the key
 * lacks the scope or its creator the role, and 429 if the key's rate limit is exceeded.
 */
export async function admitProgram(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  scope: ApiScope,
): Promise<void> {
  const { limits } = app.deps
  const address = clientAddressKey(request.ip)
  // Check the limit of wrong keys per client address first, so that guesses beyond the limit are not looked up.
  await limits.check('wrongKeys', address)
  const [, sent] = bearer.exec(request.headers.authorization ?? '') ?? []
  const key = sent === undefined ? undefined : await app.deps.findApiKey(sent)
  if (!key) {
    await limits.count('wrongKeys', address)
    void reply.header('www-authenticate', 'Bearer realm="greenroom"')
    throw new Refusal('key_needed')
  }
  await spendCall(request, reply, key.id)
  if (!key.scopes.includes(scope)) {
    void reply.header('www-authenticate', `Bearer error="insufficient_scope", scope="${scope}"`)
    throw new Refusal('scope_missing', { message: `This key may not be used for ${scope}` })
  }
  const needed = neededRole({ scope })!
  if (!hasRightsOf(key.role, needed)) {
    throw new Refusal('role_missing', {
      message: `The administrator who created this key has the role ${key.role}. ${scope} needs the role ${needed}.`,
    })
  }
  noteApiKey(request, key)
}

/** Counts the call against the API key's rate limit. Sets the RateLimit headers even if the call exceeds the limit. */
async function spendCall({ server }: FastifyRequest, reply: FastifyReply, keyId: number) {
  const { limits } = server.deps
  try {
    const left = await limits.spend('keyCalls', String(keyId))
    if (left) writeLeft(reply, left.limit, left.remaining, left.reset)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'too_many') {
      writeLeft(reply, allowances.keyCalls.points, 0, Number(error.details.retryAfter))
    }
    throw error
  }
}

function writeLeft(reply: FastifyReply, limit: number, remaining: number, reset: number) {
  void reply.headers({
    'ratelimit-limit': String(limit),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(reset),
  })
}
