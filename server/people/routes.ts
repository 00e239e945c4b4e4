import type { FastifyInstance } from 'fastify'
import * as contract from '#shared/contract/people.ts'
import * as acts from '#shared/contract/person-acts.ts'
import type { Call } from '#server/http/call.ts'
import { readActor } from '#server/http/read-actor.ts'
import { serve } from '#server/http/serve.ts'
import { cancelRegistration } from './cancel-registration.ts'
import { changePerson } from './change-person.ts'
import { eraseAtOnce } from './erase-at-once.ts'
import { exportPerson } from './export-person.ts'
import { listErasures } from './list-erasures.ts'
import { listPeople } from './list-people.ts'
import { mergePerson } from './merge-person.ts'
import { readPerson } from './read-person.ts'
import { removeBounce } from './remove-bounce.ts'
import { unsubscribePerson } from './unsubscribe-person.ts'

/** Everybody whose e-mail is known, one by one, for the admin area. */
export function peopleRoutes(app: FastifyInstance) {
  const { config, db, jobs } = app.deps
  const now = () => app.deps.time().now
  const context = async (call: Call) => ({ actor: await readActor(call), jobs, now: now() })

  serve(app, contract.listPeople, ({ query }) => listPeople(db, query))
  serve(app, contract.readPerson, ({ params }) => readPerson(db, params.key))
  serve(app, acts.listErasures, () => listErasures(db))

  serve(app, acts.cancelRegistration, async ({ params }, call) =>
    cancelRegistration(db, params.id, await context(call)),
  )
  const planOf = async (call: Call, { dryRun }: { dryRun?: '0' | '1' }) => ({
    ...(await context(call)),
    isDryRun: dryRun === '1',
  })
  serve(app, acts.changePerson, async ({ params, body, query }, call) =>
    changePerson(db, params.key, body, await planOf(call, query)),
  )
  serve(app, acts.mergePerson, async ({ params, body, query }, call) =>
    mergePerson(db, params.key, body.into, await planOf(call, query)),
  )
  serve(app, acts.exportPerson, async ({ params }, call) =>
    exportPerson(db, params.key, await context(call)),
  )
  serve(app, acts.unsubscribePerson, async ({ params, body }, call) =>
    unsubscribePerson(db, params.key, { ...body, ...(await context(call)) }),
  )
  serve(app, acts.removeBounce, async ({ params }, call) =>
    removeBounce(db, params.key, await context(call)),
  )
  const onDelay = (error: unknown) => app.log.warn({ err: error }, 'an erasure is finished later')
  serve(app, acts.erasePerson, async ({ params }, call) =>
    eraseAtOnce(db, params.key, { ...(await context(call)), by: 'desk', config, onDelay }),
  )
}
