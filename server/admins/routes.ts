import type { FastifyInstance } from 'fastify'
import { listAuditLog as listContract } from '#shared/contract/desk-figures.ts'
import { logInAdministrator as logInContract } from '#shared/contract/session.ts'
import { readActor } from '#server/http/read-actor.ts'
import { serve } from '#server/http/serve.ts'
import { listAuditLog } from './list-audit-log.ts'
import { logInAdministrator } from './log-in-administrator.ts'
import { recordAct } from './record-act.ts'

export function adminRoutes(app: FastifyInstance) {
  const { db, clock, limits } = app.deps

  serve(app, logInContract, async ({ body }, call) => {
    const { username } = body
    const key = `${call.addressKey} ${username.toLowerCase()}`
    await limits.count('adminLoginFailures', key)
    const actor = await readActor(call)
    const act = { username, now: clock.now() }
    let token: string
    try {
      token = await logInAdministrator(db, body, await call.session(), clock.now())
    } catch (error) {
      // Not a fault of ours: the log can never be corrected.
      const isWrong = error instanceof Error && 'status' in error && error.status === 401
      if (isWrong) await recordAct(db, actor, { action: 'sign_in_failed', ...act })
      throw error
    }
    await recordAct(db, actor, { action: 'sign_in', ...act })
    await limits.reset('adminLoginFailures', key)
    call.keepSession(token)
    return { message: 'Welcome to the admin dashboard', isAdmin: true as const }
  })
  serve(app, listContract, ({ query }) => listAuditLog(db, query))
}
