import { expect, test } from 'vitest'
import { getFunnel, listFunnelPeople } from '#features/funnel/contract.ts'
import { mostViewKeys } from '#features/funnel/rules.ts'
import { pageViews } from '#schema/sources.ts'
import { watchProgress } from '#schema/library.ts'
import {
  buildEvent,
  buildPerson,
  buildRecording,
  buildRegistrations,
} from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'

async function funnelApp() {
  const app = await testApp()
  const admin = await app.asAdmin({ username: 'lerato', role: 'viewer' })
  async function read(path: string) {
    const { statusCode, body } = await admin.send({ url: `/api/admin/funnel${path}` })
    expect([statusCode, statusCode === 200 ? '' : body]).toEqual([200, ''])
    return JSON.parse(body)
  }
  return { ...app, admin, read }
}

const view = { day: '2026-12-01', path: '/', formsOpened: 0 }
const none = {
  views: 0,
  formsOpened: 0,
  registered: 0,
  attended: 0,
  watched25: 0,
  watched50: 0,
  watched90: 0,
}

test('the rows of the default filter are sources; registrations without one came directly, by import or by the API', async () => {
  const { db, read } = await funnelApp()
  expect(await read('')).toEqual([])
  const recording = await buildRecording(db)
  const event = await buildEvent(db)
  const [ama, bo] = [
    await buildPerson(db, { firstName: 'Ama' }),
    await buildPerson(db, { firstName: 'Bo' }),
  ]
  const news = { utm_source: 'news', path: '/go1' }
  await buildRegistrations(db, [
    { userId: ama.id, eventId: recording.id, registrationSource: 'go1', firstTouch: news },
    { userId: bo.id, eventId: recording.id, registrationSource: 'import' },
    {
      userId: ama.id,
      eventId: event.id,
      registrationSource: 'api',
      registrationType: 'pre_registration',
    },
    // A registration from before first touches were stored, and one of an erased person.
    { userId: bo.id, eventId: event.id, registrationSource: 'next176' },
    { userId: null, eventId: event.id, registrationSource: 'main_form' },
  ])
  await db.insert(watchProgress).values([
    {
      email: ama.email,
      eventId: recording.id,
      watched: '{[0,5),[8,13)}',
      position: 0,
      duration: 100,
    },
    {
      email: 'viewer@example.com',
      eventId: recording.id,
      watched: '{[0,20)}',
      position: 0,
      duration: 100,
    },
  ])
  await db.insert(pageViews).values([
    { ...view, source: 'news', views: 3, formsOpened: 1 },
    { ...view, views: 2 },
    { ...view, source: 'forum', views: 9 },
  ])
  expect(await read('')).toEqual([
    { ...none, key: 'direct', views: 2, registered: 2 },
    { ...none, key: 'news', views: 3, formsOpened: 1, registered: 1, watched25: 1, watched50: 1 },
    { ...none, key: 'API', registered: 1 },
    { ...none, key: 'import', registered: 1 },
    { ...none, key: 'forum', views: 9 },
  ])
  const paths = await read('?by=path')
  expect(
    paths.map(({ key, registered }: { key: string; registered: number }) => [key, registered]),
  ).toEqual(
    [
      ['/', 0],
      ['/go1', 1],
      ['/next176', 1],
      ['API', 1],
      ['direct', 1],
      ['import', 1],
    ].toSorted((one, other) => Number(other[1]) - Number(one[1])),
  )
  const watched = await read('/people?stage=watched50&key=news')
  expect(watched).toMatchObject([
    {
      firstName: 'Ama',
      email: ama.email,
      eventId: recording.id,
      event: recording.title,
      isErased: false,
    },
  ])
  const direct = await read(`/people?key=direct&eventId=${event.id}`)
  expect(
    direct.map(({ email, isErased }: { email: string; isErased: boolean }) => [email, isErased]),
  ).toEqual([
    ['', true],
    [bo.email, false],
  ])
})

test('days are days of the series, and the last day is included', async () => {
  const { db, read } = await funnelApp()
  const event = await buildEvent(db)
  const at = [
    '2026-11-30T21:59:59Z',
    '2026-11-30T22:00:00Z',
    '2026-12-01T21:59:59Z',
    '2026-12-01T22:00:00Z',
  ]
  const rows = at.map((createdAt) => ({
    userId: null,
    eventId: event.id,
    createdAt: new Date(createdAt),
  }))
  await buildRegistrations(db, rows)
  const days = ['2026-11-30', '2026-12-01', '2026-12-02']
  await db.insert(pageViews).values(days.map((day) => ({ ...view, day, views: 1 })))
  const count = async (query: string) => {
    const [row] = await read(query)
    expect(await read(`/people${query}`)).toHaveLength(row.registered)
    return [row.registered, row.views]
  }
  expect(await count('?from=2026-12-01')).toEqual([3, 2])
  expect(await count('?to=2026-12-01')).toEqual([3, 2])
  expect(await count('?from=2026-12-01&to=2026-12-01')).toEqual([2, 1])
})

test('keys with views only are limited, and the rest is one row', async () => {
  const { db, read } = await funnelApp()
  const event = await buildEvent(db)
  await buildRegistrations(db, [
    { userId: null, eventId: event.id, firstTouch: { utm_source: 'zz' } },
  ])
  const made = Array.from({ length: mostViewKeys + 5 }, (_, at) => ({
    ...view,
    source: `s${at}`,
    views: 2,
  }))
  await db.insert(pageViews).values([...made, { ...view, source: 'zz', views: 1 }])
  const rows = await read('')
  expect(rows).toHaveLength(mostViewKeys + 2)
  expect(rows[0]).toEqual({ ...none, key: 'zz', registered: 1, views: 1 })
  expect(rows.find(({ key }: { key: string }) => key === 'other')).toMatchObject({ views: 10 })
})

test.each([
  ['eventId', 'eventId=0'],
  ['eventId', 'eventId=first'],
  ['from', 'from='],
  ['from', 'from=2026-02-30'],
  ['from', 'from=0000-01-01'],
  ['to', 'to=yesterday'],
  ['to', 'to=9999-12-31'],
  ['to', 'from=2026-12-02&to=2026-12-01'],
  ['by', 'by=day'],
  ['by', 'by=path&by=via'],
])('a bad %s is refused by its name: %s', async (field, query) => {
  const { admin } = await funnelApp()
  for (const { path } of [getFunnel, listFunnelPeople]) {
    const { statusCode, body } = await admin.send({ url: `${path}?${query}` })
    expect(statusCode).toBe(400)
    expect(JSON.parse(body).errors).toMatchObject([{ field }])
  }
})

test('a bad stage or key is refused, and an unknown event or key has no rows', async () => {
  const { admin, read } = await funnelApp()
  for (const [field, query] of [
    ['stage', 'stage=came'],
    ['key', 'key=a&key=b'],
    ['key', 'key=%00'],
    ['key', `key=${'x'.repeat(2001)}`],
  ]) {
    const { statusCode, body } = await admin.send({ url: `${listFunnelPeople.path}?${query}` })
    expect([statusCode, JSON.parse(body).errors]).toMatchObject([400, [{ field }]])
  }
  expect(await read('?eventId=999999')).toEqual([])
  expect(await read('/people?key=unknown')).toEqual([])
})
