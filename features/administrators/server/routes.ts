import type { FastifyInstance } from 'fastify'
import * as contract from '#features/administrators/contract.ts'
import { readActor } from '#platform/http/call.ts'
import { deafWords } from '#platform/http/listen-for-changes.ts'
import { allowances, limitSignIns } from '#platform/http/rate-limits.ts'
import { serve } from '#platform/http/serve.ts'
import { addAdministrator, listAdministrators, removeAdministrator } from './accounts.ts'
import { listAuditLog } from './audit-log.ts'
import { changeOwnPassword, readOwnAdministrator } from './passwords.ts'
import { getBackups, getSettings } from './settings.ts'
import { listTroubles } from './troubles.ts'

/** Accounts, the audit log, and what the site is set up with. */
export function administratorRoutes(app: FastifyInstance) {
  const { db, cache, clock, config, limits, site, time } = app.deps

  serve(app, contract.getSettings, () =>
    getSettings(config, { seriesName: site.series.name, limits: allowances }),
  )
  serve(app, contract.getBackups, () => getBackups(db, { ...config, now: clock.now() }))

  serve(app, contract.listTroubles, async () => ({
    troubles: await listTroubles({
      db,
      config,
      unheard: cache.listening() === 'deaf' ? deafWords : undefined,
      ...time(),
    }),
  }))

  serve(app, contract.listAuditLog, ({ query }) => listAuditLog(db, query))

  serve(app, contract.listAdministrators, async (_, call) => {
    const session = await call.session()
    const rows = await listAdministrators(db)
    return rows.map(({ id, username, createdAt }) => ({
      id,
      username,
      createdAt: createdAt.toISOString(),
      isSelf: id === session?.administratorId,
    }))
  })
  serve(app, contract.addAdministrator, async ({ body }, call) =>
    addAdministrator(db, body, await readActor(call)),
  )
  serve(app, contract.removeAdministrator, async ({ params }, call) =>
    removeAdministrator(db, { id: params.administratorId }, await readActor(call)),
  )
  serve(app, contract.changeOwnPassword, async ({ body }, call) => {
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
