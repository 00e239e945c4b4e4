import type { FastifyInstance } from 'fastify'
import { listAuditLog as listContract } from '#shared/contract/desk-figures.ts'
import { logInAdministrator as logInContract } from '#shared/contract/session.ts'
import { limitSignIns } from '#server/http/limit-sign-ins.ts'
import { readActor } from '#server/http/read-actor.ts'
import { serve } from '#server/http/serve.ts'
import { listAuditLog } from './list-audit-log.ts'
import { logInAdministrator } from './log-in-administrator.ts'

export function adminRoutes(app: FastifyInstance) {
  const { db, clock, limits } = app.deps

  serve(app, logInContract, async ({ body }, call) => {
    const token = await limitSignIns(limits, call, body.username, async () =>
      logInAdministrator(db, body, await call.session(), {
        actor: await readActor(call),
        now: clock.now(),
      }),
    )
    call.keepSession(token)
    return { message: 'Welcome to the admin dashboard', isAdmin: true as const }
  })
  serve(app, listContract, ({ query }) => listAuditLog(db, query))
}
