// @module-tag postgres
import { expect, test } from 'vitest'
import { listAuditLog } from '#features/administrators/contract.ts'
import { importAttendees } from '#features/imports/contract.ts'
import { logInAdministrator } from '#features/sign-in/contract.ts'
import type { ReplyOf } from '#kernel/endpoint.ts'
import { jobHandlers } from '#main/jobs.ts'
import { writeAuditEntry } from '#platform/audit/write-audit-entry.ts'
import { buildEvent, buildPerson } from '#tests/support/builders.ts'
import { administrator, testApp } from '#tests/support/test-app.ts'

test('the audit log lists sign-ins, and failed ones only with known usernames', async () => {
  const { asAdmin, call, database } = await testApp({ config: { rateLimits: true } })
  const admin = await asAdmin()
  const tried = { username: 'correct horse battery', password: 'guess-guess' }
  expect((await call(logInAdministrator, { body: tried })).status).toBe(401)
  const wrong = { ...administrator, password: 'not this one' }
  expect((await call(logInAdministrator, { body: wrong })).status).toBe(401)
  const { body } = await admin.call(listAuditLog)
  expect(body.nextBefore).toBeNull()
  expect(body.entries.map(({ action, username }) => [action, username])).toEqual([
    ['sign_in_failed', 'organiser'],
    ['sign_in_failed', ''],
    ['sign_in', 'organiser'],
  ])
  for (const table of ['audit_log', 'rate_limits']) {
    const { rows } = await database.pool.query(`select * from ${table}`)
    expect(JSON.stringify(rows)).not.toMatch(/guess|horse|not this one/)
  }
})

test('the log comes a page at a time, newest first', async () => {
  const { asAdmin, db } = await testApp()
  const admin = await asAdmin()
  for (let number = 1; number <= 5; number++) {
    await writeAuditEntry(db, null, { action: 'export', subject: `export ${number}` })
  }
  const read = async (query: string) =>
    (await admin.send({ url: `/api/admin/audit-log?${query}` })).json()
  const first = await read('limit=2')
  expect(first.entries.map(({ subject }: { subject: string }) => subject)).toEqual([
    'export 5',
    'export 4',
  ])
  const second = await read(`limit=2&before=${first.nextBefore}`)
  expect(second.entries.map(({ subject }: { subject: string }) => subject)).toEqual([
    'export 3',
    'export 2',
  ])
  expect((await admin.send({ url: '/api/admin/audit-log?limit=0' })).statusCode).toBe(400)
})

test('an entry names its person as they are called now, its event and its import, and is found by them', async () => {
  const { asAdmin, db } = await testApp()
  const admin = await asAdmin()
  const event = await buildEvent(db, { title: 'Salt and wire' })
  const person = await buildPerson(db, { firstName: 'Zoë', lastName: 'Marchetti' })
  const note = (entry: Parameters<typeof writeAuditEntry>[2]) => writeAuditEntry(db, null, entry)
  const details = { eventId: event.id }
  await note({ action: 'seat_taken', subject: person.personKey, details })
  const row = { firstName: 'Im', lastName: 'Ported', email: 'imported@example.com' }
  await admin.call(importAttendees, { body: { attendees: [row] } })
  const find = async (query: string): Promise<ReplyOf<typeof listAuditLog>['entries']> =>
    (await admin.send({ url: `/api/admin/audit-log?${query}` })).json().entries
  const about = {
    person: { key: person.personKey, name: 'Zoë Marchetti' },
    event: { id: event.id },
  }
  for (const query of ['search=zoe%20marchetti', 'search=wire', 'action=seat_taken']) {
    const found = await find(query)
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject(about)
  }
  expect(await find('search=organiser&action=import')).toMatchObject([
    { batch: { imported: 1, videoOnly: 1, failed: 0 } },
  ])
  expect(await find('search=nobody%20of%20this%20name')).toEqual([])
  expect((await admin.send({ url: '/api/admin/audit-log?action=nothing' })).statusCode).toBe(400)
})

test('repeated failures are one entry with a count, and pages leave no row out', async () => {
  const { asAdmin, db } = await testApp()
  const admin = await asAdmin()
  const from = (address: string) => ({ administratorId: null, address })
  const fail = (address: string, second: number) =>
    writeAuditEntry(db, from(address), {
      action: 'sign_in_failed',
      typedName: 'nobody',
      now: new Date(Date.UTC(2026, 10, 21, 8, 0, second)),
    })
  for (let second = 0; second < 6; second++) await fail(`203.0.113.${second % 2}`, second)
  await writeAuditEntry(db, null, { action: 'export', subject: 'export' })
  for (let second = 10; second < 13; second++) await fail('203.0.113.0', second)
  const read = async (query: string): Promise<ReplyOf<typeof listAuditLog>> =>
    (await admin.send({ url: `/api/admin/audit-log?${query}` })).json()
  const { entries, nextBefore } = await read('limit=10')
  expect(entries.map(({ action, address, count }) => [action, address, count])).toEqual([
    ['sign_in_failed', '203.0.113.0', 3],
    ['export', null, 1],
    ['sign_in_failed', '203.0.113.1', 3],
    ['sign_in_failed', '203.0.113.0', 3],
    ['sign_in', '127.0.0.1', 1],
  ])
  expect(entries[0]).toMatchObject({
    at: '2026-11-21T08:00:12.000Z',
    firstAt: '2026-11-21T08:00:10.000Z',
  })
  expect(nextBefore).toBeNull()
  let counted = 0
  for (let before: number | null = 1_000_000; before !== null;) {
    const page = await read(`limit=1&before=${before}`)
    counted += page.entries.reduce((sum, { count }) => sum + count, 0)
    before = page.nextBefore
  }
  expect(counted).toBe(11)
})

test('the database rejects every change of the audit log', async () => {
  const { database, asAdmin } = await testApp()
  await asAdmin()
  for (const statement of [
    "update audit_log set username = 'somebody else'",
    'delete from audit_log',
    'truncate audit_log',
  ]) {
    await expect(database.pool.query(statement)).rejects.toThrow('append-only')
  }
  const { rows } = await database.pool.query('select username from audit_log')
  expect(rows).toEqual([{ username: 'organiser' }])
})

/** The database's clock decides, not the application's. */
function monthsAgo(months: number, days = 0) {
  const then = new Date()
  then.setUTCMonth(then.getUTCMonth() - months)
  then.setUTCDate(then.getUTCDate() - days)
  return then
}

test('a sweep removes lines after the months they are kept, and no younger one', async () => {
  const { app, db, database } = await testApp({ config: { keepAuditMonths: 24 } })
  const ages = {
    kept: monthsAgo(24, -3),
    old: monthsAgo(24, 3),
    ancient: monthsAgo(60),
    new: monthsAgo(0),
  }
  for (const [subject, now] of Object.entries(ages)) {
    await writeAuditEntry(db, null, { action: 'export', subject, now })
  }
  await jobHandlers(app.deps).sweep({}, { isLast: false } as never)
  const { rows } = await database.pool.query('select subject from audit_log order by id')
  expect(rows).toEqual([{ subject: 'kept' }, { subject: 'new' }])
})

test('without its word on the months no removal passes, and with it no other change', async () => {
  const { db, database } = await testApp()
  await writeAuditEntry(db, null, { action: 'export', now: monthsAgo(60) })
  await writeAuditEntry(db, null, { action: 'export', now: monthsAgo(0) })
  const saying = (months: string, statement: string) =>
    database.pool.query(
      `begin; select set_config('greenroom.keep_audit_months', '${months}', true); ${statement}; commit`,
    )
  const old = "delete from audit_log where at < now() - interval '3 years'"
  for (const [months, statement] of [
    ['', old],
    ['0', old],
    ['-1', old],
    ['61', old],
    ['24', 'delete from audit_log'],
    ['24', "update audit_log set username = 'somebody' where at < now() - interval '3 years'"],
    ['24', 'truncate audit_log'],
  ] as const) {
    await expect(saying(months, statement)).rejects.toThrow('append-only')
    await database.pool.query('rollback')
  }
  await expect(database.pool.query(old)).rejects.toThrow('append-only')
  const { rows } = await database.pool.query('select count(*)::int as lines from audit_log')
  expect(rows).toEqual([{ lines: 2 }])
})
