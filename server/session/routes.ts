import type { FastifyInstance } from 'fastify'
import * as contract from '#shared/contract/session.ts'
import type { Call } from '#server/http/call.ts'
import { limitGuessing } from '#server/http/limit-guessing.ts'
import { serve } from '#server/http/serve.ts'
import { closeSession } from './close-session.ts'
import { checkKnownEmail } from './check-known-email.ts'
import { logInWithEmail } from './log-in-with-email.ts'

export function sessionRoutes(app: FastifyInstance) {
  const { db, clock, limits } = app.deps

  async function getAuthStatus(_input: unknown, call: Call) {
    if (call.hasCookie) await limits.check('emptyCookies', call.addressKey)
    const session = await call.session()
    if (call.hasCookie && !session) {
      await limits.count('emptyCookies', call.addressKey)
      await limits.count('calls', call.addressKey)
    }
    return {
      hasVideoAccess: session?.hasVideoAccess ?? false,
      isAdmin: session?.isAdmin ?? false,
      userEmail: session?.email ?? null,
    }
  }
  serve(app, contract.getAuthStatus, getAuthStatus, { uncounted: true })

  serve(app, contract.logInWithEmail, async ({ body: { email } }, call) => {
    const lookUp = async () => ({ isKnown: await checkKnownEmail(db, email) })
    const { isKnown } = await limitGuessing(limits, call, email, lookUp)
    const session = await call.session()
    call.keepSession(await logInWithEmail(db, { email, isKnown }, session, clock.now()))
    return { videoAccess: { email }, isAdmin: session?.isAdmin ?? false }
  })

  serve(app, contract.logOut, async (_input, call) => {
    await closeSession(db, await call.session())
    call.keepSession(undefined)
    return { message: 'You have been logged out' }
  })
}
