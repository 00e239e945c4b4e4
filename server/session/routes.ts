import type { FastifyInstance } from 'fastify'
import * as contract from '#shared/contract/session.ts'
import { limitGuessing } from '#server/http/limit-guessing.ts'
import { serve } from '#server/http/serve.ts'
import { closeSession } from './close-session.ts'
import { checkKnownEmail } from './check-known-email.ts'
import { logInWithEmail } from './log-in-with-email.ts'

export function sessionRoutes(app: FastifyInstance) {
  const { db, clock, limits } = app.deps

  serve(app, contract.getAuthStatus, async (_input, call) => {
    const session = await call.session()
    return {
      hasVideoAccess: session?.hasVideoAccess ?? false,
      isAdmin: session?.isAdmin ?? false,
      userEmail: session?.email ?? null,
    }
  })

  serve(app, contract.logInWithEmail, async ({ body: { email } }, call) => {
    const isKnown = await limitGuessing(limits, call, email, () => checkKnownEmail(db, email))
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
