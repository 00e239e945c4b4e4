import { undoImportBatch, importAttendees } from '#features/imports/contract.ts'
import { consents, userGroups } from '#schema/newsletter.ts'
import { users } from '#schema/people.ts'
import { eventRegistrations, videoAccess } from '#schema/registrations.ts'
import { buildEvent, buildPerson, buildRegistration, buildViewer } from './builders.ts'
import { testApp } from './test-app.ts'

export const row = (name: string, fields: Record<string, string> = {}) => ({
  firstName: name,
  lastName: 'Dlamini',
  email: `${name.toLowerCase()}@example.com`,
  ...fields,
})

/** Returns every row of all tables that an import can change. */
export async function dump(db: Awaited<ReturnType<typeof testApp>>['db']) {
  return {
    users: await db.select().from(users).orderBy(users.id),
    seats: await db.select().from(eventRegistrations).orderBy(eventRegistrations.id),
    access: await db.select().from(videoAccess).orderBy(videoAccess.id),
    groups: await db.select().from(userGroups),
    consents: await db.select().from(consents),
  }
}

/** Sets up an event, a pre-registered person, a viewer, and an import in two parts that contains both. */
export async function importedBatch() {
  const app = await testApp()
  const { db, asAdmin } = app
  const event = await buildEvent(db, { title: 'Harbour lights' })
  const known = await buildPerson(db, { email: 'known@example.com', company: 'Old Co' })
  await buildRegistration(db, {
    userId: known.id,
    eventId: event.id,
    registrationType: 'pre_registration',
  })
  await buildViewer(db, { email: 'thabo@example.com', eventId: null, company: 'Quay' })
  const before = await dump(db)
  const admin = await asAdmin()
  const send = (attendees: object[], batchId = 'batch-1', firstRow?: number, fileName?: string) =>
    admin.call(importAttendees, { body: { attendees, batchId, firstRow, fileName } })
  const first = await send([
    row('Known', { eventIdentifier: 'Harbour lights', company: 'New Co' }),
    row('Zola', { eventIdentifier: String(event.id) }),
    row('Thabo'),
  ])
  const second = await send(
    [row('Zola', { company: 'Karoo Ltd' }), row('Bad', { email: 'nonsense' })],
    'batch-1',
    1001,
  )
  const undo = (id = 'batch-1') => admin.call(undoImportBatch, { params: { id }, body: {} })
  /** Undoes the first batch for all but `leave` people. */
  async function undoLeaving(leave: unknown) {
    const url = `/api/admin/import-batches/batch-1/undo?leave=${String(leave)}`
    const answer = await admin.send({ method: 'POST', url, payload: {} })
    return { status: answer.statusCode, body: answer.json() }
  }
  /** Undoes the first batch with a trigger that fails on a person's removal, to simulate a crash. */
  async function undoHalfway(when = 'true', leave = 0) {
    const { pool } = app.database
    await pool.query(`create function stop_undoing() returns trigger language plpgsql as
        $$ begin raise exception 'the process ends'; end $$;
      create trigger stop_undoing before delete on users for each row
        when (${when}) execute function stop_undoing()`)
    const { status } = await undoLeaving(leave)
    await pool.query('drop function if exists stop_undoing cascade')
    return status
  }
  return {
    ...app,
    admin,
    event,
    known,
    before,
    first,
    second,
    undo,
    undoLeaving,
    undoHalfway,
    send,
  }
}
