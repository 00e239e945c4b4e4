import { asc } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { listAuditLog } from '#features/administrators/contract.ts'
import { importAttendees, sendConfirmations, undoImportBatch } from '#features/imports/contract.ts'
import { registerForEvents } from '#features/registrations/contract.ts'
import { outboxEntries } from '#schema/mails.ts'
import { buildEvent, registrationBody } from '#tests/support/builders.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { testApp } from '#tests/support/test-app.ts'

function row(name: string, eventIdentifier?: string) {
  return {
    firstName: name,
    lastName: 'Nkosi',
    email: `${name.toLowerCase()}@example.com`,
    ...(eventIdentifier !== undefined && { eventIdentifier }),
  }
}

async function adminStage() {
  const server = await startMailServer()
  const app = await testApp({ config: { smtpUrl: server.url, mailFrom: 'hello@lights.example' } })
  const admin = await app.asAdmin()
  const first = await buildEvent(app.db, { title: 'First evening' })
  const second = await buildEvent(app.db, { title: 'Second evening' })
  const load = (batchId: string, attendees: ReturnType<typeof row>[]) =>
    admin.call(importAttendees, { body: { attendees, batchId } })
  const confirm = (batchId: string, dryRun = false) =>
    admin.call(sendConfirmations, { body: { batchId, dryRun } })
  const told = async () =>
    (await app.db.select().from(outboxEntries).orderBy(asc(outboxEntries.id))).map(
      ({ kind, email, eventId }) => `${kind} ${email} ${eventId}`,
    )
  return { ...app, server, admin, first, second, load, confirm, told }
}

test('confirmations go to exactly the people of one import, one mail each for all of their events', async () => {
  const { db, server, first, second, load, confirm, runJobs } = await adminStage()
  const planned = await buildEvent(db, {
    title: 'Some day',
    status: 'pre_registration',
    eventDate: null,
    eventTime: null,
    eventEndTime: null,
  })
  await load('earlier', [row('Old', first.title)])
  await load('now', [
    row('Zola', first.title),
    row('Zola', second.title),
    row('Thabo', second.title),
    row('Lerato', planned.title),
    row('Library'),
    row('Old', first.title),
  ])
  await runJobs()
  expect(server.mails).toEqual([])
  expect((await confirm('now', true)).body).toEqual({ people: 3 })
  expect((await confirm('now')).body).toEqual({ people: 3 })
  expect((await confirm('now')).body).toEqual({ people: 0 })
  expect((await confirm('now', true)).body).toEqual({ people: 0 })
  await runJobs()
  const mails = new Map(server.mails.map((mail) => [mail.to, mail]))
  expect(server.mails).toHaveLength(3)
  const zolas = mails.get('zola@example.com')!.raw.replaceAll('=\r\n', '')
  expect(zolas).toContain('First evening')
  expect(zolas).toContain('Second evening')
  expect(mails.get('thabo@example.com')!.subject).toContain('Second evening')
  expect(mails.get('lerato@example.com')!.subject).toBe('You are on the list: Some day')
  expect((await confirm('earlier', true)).body).toEqual({ people: 1 })
})

test('the audit log names who sent confirmations, to how many, and no count that only looked', async () => {
  const { admin, first, load, confirm } = await adminStage()
  await load('now', [row('Zola', first.title), row('Thabo', first.title)])
  await confirm('now', true)
  await confirm('now')
  const { body } = await admin.call(listAuditLog)
  const sent = body.entries.filter(({ action }) => action === 'confirmations_sent')
  expect(sent).toMatchObject([
    { subject: 'attendees', username: 'organiser', details: { batchId: 'now', people: 2 } },
  ])
})

test('people already emailed and past events are skipped', async () => {
  const { call, clock, db, first, load, confirm, told } = await adminStage()
  const body = registrationBody({ email: 'zola@example.com', eventIds: [first.id] })
  await call(registerForEvents, { body })
  const before = await told()
  const today = await buildEvent(db, {
    title: 'This morning',
    eventDate: '2026-12-01',
    eventTime: '2026-12-01T09:00:00.000Z',
    eventEndTime: '2026-12-01T10:00:00.000Z',
  })
  await load('mixed', [row('Zola', first.title), row('Sipho', today.title)])
  expect((await confirm('mixed', true)).body).toEqual({ people: 1 })
  clock.set('2026-12-01T10:00:00Z')
  expect((await confirm('mixed', true)).body).toEqual({ people: 0 })
  expect((await confirm('mixed')).body).toEqual({ people: 0 })
  expect(await told()).toEqual(before)
})

test('an import that is unknown is answered 404 and one that was undone 409', async () => {
  const { admin, first, load, confirm, told } = await adminStage()
  await load('mistake', [row('Zola', first.title)])
  await admin.call(undoImportBatch, { params: { id: 'mistake' }, body: {} })
  expect((await confirm('mistake')).status).toBe(409)
  expect((await confirm('never-made')).status).toBe(404)
  expect(await told()).toEqual([])
})

test(
  'an import with confirmations sent cannot be undone any more, and one of a long list misses nobody',
  { tags: 'postgres' },
  async () => {
    const { admin, db, first, load, confirm } = await adminStage()
    const many = Array.from({ length: 2500 }, (_, number) => row(`P${number}`, first.title))
    await load('long', many)
    expect((await confirm('long')).body).toEqual({ people: 2500 })
    expect(await db.$count(outboxEntries)).toBe(2500)
    const undone = await admin.call(undoImportBatch, { params: { id: 'long' }, body: {} })
    expect(undone.status).toBe(409)
  },
)

test('statistics of a long list are refreshed before recipients are searched', async () => {
  const { database, first, load, confirm } = await adminStage()
  const people = Array.from({ length: 1500 }, (_, index) => row(`Person${index}`, first.title))
  await load('long', people)
  expect((await confirm('long', true)).body).toEqual({ people: 1500 })
  const { rows } = await database.pool.query(`select relname, reltuples::int as rows from pg_class
    where relname in ('event_registrations', 'import_batch_changes', 'users') order by 1`)
  expect(rows).toEqual([
    { relname: 'event_registrations', rows: 1500 },
    { relname: 'import_batch_changes', rows: 3000 },
    { relname: 'users', rows: 1500 },
  ])
})
