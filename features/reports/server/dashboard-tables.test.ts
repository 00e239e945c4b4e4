// @module-tag postgres
import { expect, test } from 'vitest'
import {
  listEventRegistrations,
  listRegistrantAccessStats,
  listRegistrations,
  listVideoAccess,
  pageEventRegistrations,
  pageMemberAccess,
  pageRegistrations,
  pageVideoAccess,
} from '#features/reports/contract.ts'
import { tableColumns } from '#features/reports/rules.ts'
import type { Endpoint } from '#kernel/endpoint.ts'
import type { Db } from '#platform/db/open.ts'
import { memberPageAccess } from '#schema/library.ts'
import { unsubscriptions } from '#schema/newsletter.ts'
import { buildEvent, buildPerson, buildRegistration, buildViewer } from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'

const at = (day: number) => new Date(`2026-11-${String(day).padStart(2, '0')}T12:00:00Z`)

async function buildSeries(db: Db) {
  const pricing = await buildEvent(db, { title: 'Pricing is a conversation' })
  const other = await buildEvent(db, { title: 'Straße' })
  const zoe = await buildPerson(db, {
    firstName: 'Zoë',
    lastName: 'Marchetti',
    email: 'zoe@bakery.example',
    company: 'Karoo Coffee',
    jobTitle: 'Founder',
    interests: ['design', 'borders'],
    createdAt: at(1),
  })
  const lukasz = await buildPerson(db, {
    firstName: 'Łukasz',
    lastName: 'Sørensen',
    email: 'lukasz@trucks.example',
    company: 'álpine',
    createdAt: at(2),
  })
  const amara = await buildPerson(db, {
    firstName: 'amara',
    lastName: 'Dike',
    email: 'amara@trucks.example',
    createdAt: at(3),
  })
  for (const [person, event, day] of [
    [zoe, pricing, 4],
    [lukasz, pricing, 5],
    [amara, other, 6],
  ] as const) {
    await buildRegistration(db, {
      userId: person.id,
      eventId: event.id,
      receiveUpdates: true,
      registrationType: day === 5 ? 'pre_registration' : 'confirmed',
      createdAt: at(day),
    })
  }
  await buildViewer(db, { email: 'early@example.com', createdAt: at(1) })
  await buildViewer(db, { email: 'early@example.com', eventId: pricing.id, createdAt: at(2) })
  await buildViewer(db, { email: zoe.email, eventId: other.id, createdAt: at(3) })
  await db.insert(unsubscriptions).values({ email: amara.email, topic: 'news' })
  await db.insert(memberPageAccess).values([
    { email: zoe.email, accessType: 'page_visit', accessedAt: at(7) },
    { email: zoe.email, accessType: 'video_watch', accessedAt: at(8) },
    { email: 'early@example.com', accessType: 'page_visit', accessedAt: at(9) },
  ])
  return { pricing, other, zoe, lukasz, amara }
}

test('the tables show what the complete lists hold, the latest first', async () => {
  const { db, asAdmin } = await testApp()
  const admin = await asAdmin()
  await buildSeries(db)
  const people = (await admin.call(listRegistrations)).body
  const registrations = (await admin.call(pageRegistrations)).body
  expect(registrations.total).toBe(3)
  expect(registrations.rows).toEqual(
    people.map(({ linkedin: _linkedin, questions: _questions, ...row }) => row),
  )
  const eventRegistrations = (await admin.call(pageEventRegistrations)).body
  expect(eventRegistrations.rows.map(({ event: _event, ...row }) => row)).toEqual(
    (await admin.call(listEventRegistrations)).body,
  )
  expect(eventRegistrations.rows.map(({ event }) => event)).toEqual([
    'Straße',
    'Pricing is a conversation',
    'Pricing is a conversation',
  ])
  const videoAccess = (await admin.call(pageVideoAccess)).body
  expect(videoAccess.rows.map(({ event: _event, ...row }) => row)).toEqual(
    (await admin.call(listVideoAccess)).body,
  )
  expect(videoAccess.rows.map(({ event }) => event)).toEqual([
    'Straße',
    'Pricing is a conversation',
    '',
  ])
  const members = (await admin.call(pageMemberAccess)).body
  const known = (await admin.call(listRegistrantAccessStats)).body
  expect(members.rows.toSorted(byEmail)).toEqual(known.toSorted(byEmail))
  expect(members.rows.map(({ email }) => email)).toEqual([
    'early@example.com',
    'zoe@bakery.example',
    'amara@trucks.example',
    'lukasz@trucks.example',
  ])
})

function byEmail(one: { email: string }, other: { email: string }) {
  return one.email < other.email ? -1 : 1
}

/** The call with this query. */
function asked<E extends Endpoint>(
  entry: E,
  query: Record<string, string | number | undefined>,
): E {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return { ...entry, path: `${entry.path}?${new URLSearchParams(given)}` }
}

test('a page begins where the one before ends', async () => {
  const { db, asAdmin } = await testApp()
  const admin = await asAdmin()
  const { zoe, lukasz, amara } = await buildSeries(db)
  const read = async (page: number) => {
    const { body } = await admin.call(asked(pageRegistrations, { page, limit: 2 }))
    return { ids: body.rows.map(({ id }) => id), total: body.total }
  }
  expect(await read(1)).toEqual({ ids: [amara.id, lukasz.id], total: 3 })
  expect(await read(2)).toEqual({ ids: [zoe.id], total: 3 })
  expect(await read(3)).toEqual({ ids: [], total: 3 })
})

test('every word of a search must match the row, regardless of accents and case', async () => {
  const { db, asAdmin } = await testApp()
  const admin = await asAdmin()
  await buildSeries(db)
  const find = async (search: string) => {
    const { body } = await admin.call(asked(pageEventRegistrations, { search }))
    expect(body.total).toBe(body.rows.length)
    return body.rows.map(({ firstName }) => firstName)
  }
  expect(await find('BAKERY zoe')).toEqual(['Zoë'])
  expect(await find('lukasz SORENSEN')).toEqual(['Łukasz'])
  expect(await find('strasse amara')).toEqual(['amara'])
  expect(await find('pricing')).toEqual(['Łukasz', 'Zoë'])
  expect(await find('zoe trucks')).toEqual([])
  expect(await find('confirmed')).toEqual([])
  const { body } = await admin.call(asked(pageRegistrations, { search: 'borders founder' }))
  expect(body.rows.map(({ firstName }) => firstName)).toEqual(['Zoë'])
})

test('rows are chosen by event, and the first page counts those of each event', async () => {
  const { db, asAdmin } = await testApp()
  const admin = await asAdmin()
  const { pricing, other } = await buildSeries(db)
  const { body } = await admin.call(asked(pageEventRegistrations, { event: pricing.id }))
  expect(body.rows.map(({ firstName }) => firstName)).toEqual(['Łukasz', 'Zoë'])
  expect(body.events.toSorted((one, two) => one.id! - two.id!)).toEqual([
    { id: pricing.id, rows: 2 },
    { id: other.id, rows: 1 },
  ])
  const without = (await admin.call(asked(pageVideoAccess, { event: 'none' }))).body
  expect(without.rows.map(({ email }) => email)).toEqual(['early@example.com'])
  expect(without.events).toContainEqual({ id: null, rows: 1 })
  const next = (await admin.call(asked(pageVideoAccess, { page: 2 }))).body
  expect(next.events).toEqual([])
})

test('names are sorted without accents and letter case, both ways', async () => {
  const { db, asAdmin } = await testApp()
  const admin = await asAdmin()
  await buildSeries(db)
  const sort = async (column: (typeof tableColumns.registrations)[number], order?: 'descending') =>
    (await admin.call(asked(pageRegistrations, { sort: column, order }))).body.rows.map(
      ({ firstName }) => firstName,
    )
  expect(await sort('Name')).toEqual(['amara', 'Łukasz', 'Zoë'])
  expect(await sort('Name', 'descending')).toEqual(['Zoë', 'Łukasz', 'amara'])
  expect(await sort('Company')).toEqual(['amara', 'Łukasz', 'Zoë'])
  expect(await sort('Date')).toEqual(['Zoë', 'Łukasz', 'amara'])
  expect(await sort('Updates')).toEqual(['amara', 'Łukasz', 'Zoë'])
})

test.for([
  { path: pageRegistrations.path, columns: tableColumns.registrations },
  { path: pageEventRegistrations.path, columns: tableColumns.eventRegistrations },
  { path: pageVideoAccess.path, columns: tableColumns.videoAccess },
  { path: pageMemberAccess.path, columns: tableColumns.memberAccess },
])('$path is sorted by each of its columns, and no other', async ({ path, columns }) => {
  const { db, app, asAdmin } = await testApp()
  const admin = await asAdmin()
  await buildSeries(db)
  const ask = async (sort: string) => {
    const headers = { cookie: admin.cookie() }
    const query = { sort, order: 'descending' }
    const { statusCode, body } = await app.inject({ url: path, query, headers })
    return { statusCode, rows: (JSON.parse(body) as { rows?: unknown[] }).rows?.length }
  }
  const all = (await ask('Name')).rows
  expect(all).toBeGreaterThan(2)
  for (const column of columns) expect(await ask(column)).toEqual({ statusCode: 200, rows: all })
  expect(await ask('questions')).toMatchObject({ statusCode: 400 })
})
