// @module-tag postgres
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  getDashboardCounts,
  listEventRegistrations,
  listRegistrantAccessStats,
  listRegistrations as registrationsContract,
  listVideoAccess,
  type RegistrationRow,
} from '#features/reports/contract.ts'
import { readRows } from '#platform/db/column-texts.ts'
import type { Db } from '#platform/db/open.ts'
import { createTurns } from '#platform/db/read-in-turns.ts'
import { users } from '#schema/people.ts'
import { buildEvent, buildPerson } from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'
import { listRegistrations } from './people-lists.ts'

const many = 1300

/** Inserts rows with the same time, as an import does, so that only ids differ. */
async function buildCrowd(db: Db) {
  const { id: eventId } = await buildEvent(db)
  await db.execute(sql`insert into users (first_name, email, created_at)
    select 'Zoë', 'person' || i || '@example.com', '2026-10-01T10:00:00.123456Z'
    from generate_series(1, ${many}::int) i`)
  await db.execute(sql`insert into event_registrations (user_id, event_id, questions)
    select id, ${eventId}::int, 'Why "' || id || '"?' from users`)
  // More consecutive rows of erased people than one portion contains.
  await db.execute(sql`update event_registrations set user_id = null where id between 301 and 900`)
  await db.execute(sql`insert into video_access (email, video_title, user_id)
    select email, '', id from users where id % 2 = 0
    union all select 'viewer' || i || '@example.com', '', null from generate_series(1, 400) i`)
  await db.execute(sql`insert into member_page_access (email, access_type)
    select email, type from users, unnest(array['page_visit', 'video_watch', 'login']) type
    where id <= 100 union all select 'forgotten@example.com', 'page_visit'`)
}

test('lists that span many portions are complete, newest first, each row once', async () => {
  const { db, asAdmin } = await testApp()
  const admin = await asAdmin()
  await buildCrowd(db)
  const downwards = Array.from({ length: many }, (_, index) => many - index)
  const people = (await admin.call(registrationsContract)).body
  expect(people.map(({ id }) => id)).toEqual(downwards)
  expect(people[0]).toMatchObject({
    firstName: 'Zoë',
    questions: `Why "${many}"?`,
    createdAt: '2026-10-01T10:00:00.123Z',
  })
  const registered = (await admin.call(listEventRegistrations)).body
  expect(registered.map(({ id }) => id)).toEqual(downwards.filter((id) => id <= 300 || id > 900))
  const viewing = (await admin.call(listVideoAccess)).body.map(({ id }) => id)
  expect(viewing).toEqual(viewing.toSorted((one, other) => other - one))
  expect(viewing).toHaveLength(many / 2 + 400)
  const use = (await admin.call(listRegistrantAccessStats)).body
  expect(new Set(use.map(({ email }) => email)).size).toBe(many + 400)
  expect(use).toHaveLength(many + 400)
  expect(use.filter(({ hasAccessed }) => hasAccessed)).toHaveLength(100)
})

test('the counts are those of the complete lists', async () => {
  const { db, asAdmin } = await testApp()
  const admin = await asAdmin()
  const none = (await admin.call(getDashboardCounts)).body
  expect(new Set(Object.values(none))).toEqual(new Set([0]))
  await buildCrowd(db)
  expect((await admin.call(getDashboardCounts)).body).toEqual({
    registrations: many,
    eventRegistrations: many - 600,
    videoAccess: many / 2 + 400,
    events: 1,
    people: many + 400,
    peopleWithAccess: 100,
    totalVisits: 101,
    uniqueUsers: 101,
    videoWatches: 100,
  })
})

test.for([
  ['zstd', zstdDecompressSync],
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const)('a list compressed with %s as it streams holds the same', async ([name, expand]) => {
  const { db, app, asAdmin } = await testApp()
  const cookie = (await asAdmin()).cookie()
  await buildCrowd(db)
  const ask = (encoding: string) =>
    app.inject({
      url: registrationsContract.path,
      headers: { cookie, 'accept-encoding': encoding },
    })
  const compressed = await ask(name)
  expect(compressed.headers).toMatchObject({
    'content-encoding': name,
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    vary: 'Accept-Encoding',
  })
  const plain = await ask('identity')
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(expand(compressed.rawPayload).toString()).toBe(plain.body)
  expect(plain.json()).toHaveLength(many)
})

test('while a list is read, it keeps its place: nobody twice, who stays is there, changes show', async () => {
  const { db } = await testApp()
  await buildCrowd(db)
  const portions = listRegistrations(db, createTurns(1))
  const shown: RegistrationRow[] = readRows((await portions.next()).value)
  expect(shown.length).toBeGreaterThan(0)
  expect(shown.length).toBeLessThan(many - 10)
  await buildPerson(db, { email: 'newcomer@example.com' })
  await db.delete(users).where(eq(users.id, 1))
  await db.delete(users).where(eq(users.id, shown.at(-1)!.id))
  await db.update(users).set({ firstName: 'Renamed' }).where(eq(users.id, 2))
  await db.update(users).set({ firstName: 'Too late' }).where(eq(users.id, many))
  for await (const texts of portions) shown.push(...readRows(texts))
  const ids = shown.map(({ id }) => id)
  expect(ids).toEqual(Array.from({ length: many - 1 }, (_, index) => many - index))
  expect(shown.at(-1)?.firstName).toBe('Renamed')
  expect(shown[0]?.firstName).toBe('Zoë')
})
