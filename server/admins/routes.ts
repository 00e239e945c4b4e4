import type { FastifyInstance } from 'fastify'
import { logInAdministrator as logInContract } from '#shared/contract/session.ts'
import { serve } from '#server/http/serve.ts'
import { logInAdministrator } from './log-in-administrator.ts'

export function adminRoutes(app: FastifyInstance) {
  const { db, clock, limits } = app.deps

  serve(app, logInContract, async ({ body }, call) => {
    const key = `${call.addressKey} ${body.username.toLowerCase()}`
    await limits.count('adminLoginFailures', key)
    const token = await logInAdministrator(db, body, await call.session(), clock.now())
    await limits.reset('adminLoginFailures', key)
    call.keepSession(token)
    return { message: 'Welcome to the admin dashboard', isAdmin: true as const }
  })
}
