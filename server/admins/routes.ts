import type { FastifyInstance } from 'fastify'
import * as administratorsContract from '#shared/contract/administrators.ts'
import { listAuditLog as listContract } from '#shared/contract/desk-figures.ts'
import { logInAdministrator as logInContract } from '#shared/contract/session.ts'
import { limitSignIns } from '#server/http/limit-sign-ins.ts'
import { readActor } from '#server/http/read-actor.ts'
import { serve } from '#server/http/serve.ts'
import { addAdministrator } from './add-administrator.ts'
import { changeOwnPassword, readOwnAdministrator } from './change-own-password.ts'
import { listAdministrators } from './list-administrators.ts'
import { listAuditLog } from './list-audit-log.ts'
import { logInAdministrator } from './log-in-administrator.ts'
import { removeAdministrator } from './remove-administrator.ts'

/** Signing in as an administrator. */
export function adminSignInRoutes(app: FastifyInstance) {
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
}

export function adminRoutes(app: FastifyInstance) {
  const { db, clock, limits } = app.deps

  serve(app, listContract, ({ query }) => listAuditLog(db, query))

  serve(app, administratorsContract.listAdministrators, async (_, call) => {
    const session = await call.session()
    const rows = await listAdministrators(db)
    return rows.map(({ id, username, createdAt }) => ({
      id,
      username,
      createdAt: createdAt.toISOString(),
      isSelf: id === session?.administratorId,
    }))
  })
  serve(app, administratorsContract.addAdministrator, async ({ body }, call) =>
    addAdministrator(db, body, await readActor(call)),
  )
  serve(app, administratorsContract.removeAdministrator, async ({ params }, call) =>
    removeAdministrator(db, { id: params.administratorId }, await readActor(call)),
  )
  serve(app, administratorsContract.changeOwnPassword, async ({ body }, call) => {
    const session = await call.session()
    const own = await readOwnAdministrator(db, session)
    const token = await limitSignIns(limits, call, own.username, async () =>
      changeOwnPassword(db, own, body, {
        actor: await readActor(call),
        session,
        now: clock.now(),
      }),
    )
    call.keepSession(token)
    return { message: 'Your password is changed' }
  })
}
