import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ApiScope } from '#kernel/api-scopes.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import { noteApiKey } from './call.ts'
import { clientAddressKey } from './origin.ts'
import { allowances } from './rate-limits.ts'

const bearer = /^bearer +(\S+)$/i

/**
 * Lets a program in whose key has the scope, and says in RateLimit headers what is left of its allowance.
 * Throws 401 for whatever is no key, 403 for one without the scope, 429 with the allowance used up.
 */
export async function admitProgram(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  scope: ApiScope,
): Promise<void> {
  const { limits } = app.deps
  const address = clientAddressKey(request.ip)
  // Whoever tries keys by the hundred is turned away before anything is looked up.
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
  noteApiKey(request, key)
}

/** Counts the call for its key, whose allowance the headers tell, used up or not. */
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
