import type { FastifyInstance } from 'fastify'
import * as contract from '#features/people/contract.ts'
import { type Call, readActor } from '#platform/http/call.ts'
import { serve } from '#platform/http/serve.ts'
import { cancelRegistration } from './cancel-registration.ts'
import { changePerson, removeBounce, unsubscribePerson } from './change-person.ts'
import { exportPerson } from './export-person.ts'
import { listPeople } from './list-people.ts'
import { mergePerson } from './merge-person.ts'
import { readPerson } from './read-person.ts'

/** Adds the API routes by which the admin area lists people, and shows, changes, merges and exports one. */
export function peopleRoutes(app: FastifyInstance) {
  const { db, jobs } = app.deps
  const now = () => app.deps.time().now
  const context = async (call: Call) => ({ actor: await readActor(call), jobs, now: now() })

  serve(app, contract.listPeople, ({ query }) => listPeople(db, query, app.deps.time()))
  serve(app, contract.readPerson, ({ params }) => readPerson(db, params.key))

  serve(app, contract.cancelRegistration, async ({ params }, call) =>
    cancelRegistration(db, params.id, await context(call)),
  )
  const planOf = async (call: Call, { dryRun }: { dryRun?: '0' | '1' }) => ({
    ...(await context(call)),
    isDryRun: dryRun === '1',
  })
  serve(app, contract.changePerson, async ({ params, body, query }, call) =>
    changePerson(db, params.key, body, await planOf(call, query)),
  )
  serve(app, contract.mergePerson, async ({ params, body, query }, call) =>
    mergePerson(db, params.key, body.into, await planOf(call, query)),
  )
  serve(app, contract.exportPerson, async ({ params }, call) =>
    exportPerson(db, params.key, await context(call)),
  )
  serve(app, contract.unsubscribePerson, async ({ params, body }, call) =>
    unsubscribePerson(db, params.key, { ...body, ...(await context(call)) }),
  )
  serve(app, contract.removeBounce, async ({ params }, call) =>
    removeBounce(db, params.key, await context(call)),
  )
}
