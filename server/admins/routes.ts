import type { FastifyInstance } from 'fastify'
import { logInAdministrator as logInContract } from '#shared/contract/session.ts'
import { serve } from '#server/http/serve.ts'
import { openSession } from '#server/session/open-session.ts'
import { logInAdministrator } from './log-in-administrator.ts'

export function adminRoutes(app: FastifyInstance) {
  const { db, clock, limits } = app.deps

  serve(app, logInContract, async ({ body }, call) => {
    const key = `${call.addressKey} ${body.username.toLowerCase()}`
    await limits.count('adminLoginFailures', key)
    const login = await logInAdministrator(db, body)
    await limits.reset('adminLoginFailures', key)
    call.keepSession(await openSession(db, await call.session(), login, clock.now()))
    return { message: 'Welcome to the admin dashboard', isAdmin: true as const }
  })
}
