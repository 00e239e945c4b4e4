import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { importAttendees, importVideoAccess } from '#features/imports/contract.ts'
import { cancelRegistration, listPeople } from '#features/people/contract.ts'
import { registerForEvents, registerForFutureEvents } from '#features/registrations/contract.ts'
import { memberPageAccess } from '#schema/library.ts'
import { unsubscriptions } from '#schema/newsletter.ts'
import { repairPeople } from '#platform/people/save-people.ts'
import { users } from '#schema/people.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { joins, webinarSeats } from '#schema/webinars.ts'
import {
  buildEvent,
  buildPerson,
  buildRecording,
  buildRegistration,
  buildViewer,
  registrationBody,
  editEvent,
} from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'

async function peopleStage() {
  const app = await testApp()
  const admin = await app.asAdmin()
  const find = async (query = '') => {
    const response = await admin.send({ url: `/api/admin/people${query}` })
    return { status: response.statusCode, ...response.json() }
  }
  const emails = async (query = '') => {
    const { people } = await find(query)
    return people.map(({ email }: { email: string }) => email.split('@')[0]).toSorted()
  }
  return { ...app, admin, find, emails }
}

test('every new person, from any source, has a key', async () => {
  const { admin, call, db, find } = await peopleStage()
  const event = await buildEvent(db)
  await call(registerForEvents, {
    body: registrationBody({ email: 'form@example.com', eventIds: [event.id] }),
  })
  await call(registerForFutureEvents, {
    body: { firstName: 'In', lastName: 'Terested', email: 'interested@example.com' },
  })
  await admin.call(importVideoAccess, { body: { emails: [{ email: 'viewer@example.com' }] } })
  const row = { firstName: 'Im', lastName: 'Ported', email: 'imported@example.com' }
  await admin.call(importAttendees, { body: { attendees: [row, row] } })
  const { people, total } = await find()
  expect(total).toBe(4)
  expect(people.map((person: { email: string }) => person.email).toSorted()).toEqual([
    'form@example.com',
    'imported@example.com',
    'interested@example.com',
    'viewer@example.com',
  ])
  expect(new Set(people.map(({ key }: { key: string }) => key)).size).toBe(4)
  for (const { key } of people) expect(key).toMatch(/^[0-9a-f]{32}$/)
})

test('a person keeps their key when they register again, and is gone when nothing knows them', async () => {
  const { call, db, find } = await peopleStage()
  const viewer = await buildViewer(db, { email: 'both@example.com' })
  const [before] = (await find()).people
  await call(registerForEvents, { body: registrationBody({ email: viewer.email }) })
  const { people, total } = await find()
  expect(total).toBe(1)
  expect(people[0]).toMatchObject({ key: before.key, firstName: 'Thandi', company: 'Karoo Coffee' })
  await db.delete(users)
  expect((await find()).people[0]).toMatchObject({ key: before.key, firstName: '' })
  await db.execute('delete from video_access')
  expect((await find()).total).toBe(0)
})

test('people are found by parts of name, email and company, without accents, also once renamed', async () => {
  const { db, emails } = await peopleStage()
  await buildPerson(db, { email: 'zoe@example.com', firstName: 'Zoë', lastName: 'Łukasz' })
  await buildViewer(db, { email: 'mo@example.org', firstName: 'Mo', company: 'Salt & Sons' })
  expect(await emails('?search=zoe%20lUk')).toEqual(['zoe'])
  expect(await emails('?search=salt')).toEqual(['mo'])
  expect(await emails('?search=example.org')).toEqual(['mo'])
  expect(await emails('?search=zoe%20salt')).toEqual([])
  await db.update(users).set({ lastName: 'Brandt' }).where(eq(users.email, 'zoe@example.com'))
  await repairPeople(db)
  expect(await emails('?search=lukasz')).toEqual([])
  expect(await emails('?search=brandt')).toEqual(['zoe'])
})

test('people are chosen by event, consent, coming and watching', async () => {
  const { db, emails } = await peopleStage()
  const [event, other] = [await buildEvent(db, { status: 'completed' }), await buildEvent(db)]
  const recording = await buildRecording(db)
  const build = async (name: string, eventId: number, receiveUpdates = false) => {
    const { id: userId } = await buildPerson(db, { email: `${name}@example.com` })
    return buildRegistration(db, { userId, eventId, receiveUpdates })
  }
  const agreed = await build('agreed', event.id, true)
  await build('left', event.id, true)
  await build('elsewhere', other.id)
  await db.insert(unsubscriptions).values({ email: 'left@example.com', topic: 'news' })
  await db
    .insert(webinarSeats)
    .values({ registrationId: agreed.id, state: 'seated', attendedAt: new Date() })
  await buildViewer(db, { email: 'watcher@example.com' })
  await db
    .insert(memberPageAccess)
    .values({ email: 'watcher@example.com', accessType: 'video_watch', videoId: recording.id })
  expect(await emails(`?event=${event.id}`)).toEqual(['agreed', 'left'])
  expect(await emails('?consent=yes')).toEqual(['agreed'])
  expect(await emails('?consent=no')).toEqual(['elsewhere', 'left', 'watcher'])
  expect(await emails('?came=yes')).toEqual(['agreed'])
  expect(await emails(`?came=no&event=${event.id}`)).toEqual(['left'])
  expect(await emails('?watched=yes')).toEqual(['watcher'])
  expect(await emails('?watched=no&consent=no')).toEqual(['elsewhere', 'left'])
})

test('a page holds fifty people, newest first, and the total counts them all', async () => {
  const { db, find } = await peopleStage()
  await db.execute(`insert into users (email, first_name)
    select 'p' || n || '@example.com', 'N' || n from generate_series(1, 120) n`)
  await repairPeople(db)
  const pages = await Promise.all([find(), find('?page=2'), find('?page=3'), find('?page=4')])
  expect(pages.map(({ total }) => total)).toEqual([120, 120, 120, 120])
  expect(pages.map(({ people }) => people.length)).toEqual([50, 50, 20, 0])
  const keys = pages.flatMap(({ people }) => people.map(({ key }: { key: string }) => key))
  expect(new Set(keys).size).toBe(120)
  expect((await find('?page=0')).status).toBe(400)
  expect((await find('?consent=maybe')).status).toBe(400)
  expect(listPeople.access).toBe('viewer')
})

test("who 'did not come' had something to come to", async () => {
  const { db, emails } = await peopleStage()
  const held = await buildRecording(db)
  const ahead = await buildEvent(db)
  const cancelled = await buildRecording(db, { cancelledAt: new Date('2026-06-01T00:00:00Z') })
  const enrol = async (name: string, eventId: number) => {
    const { id: userId } = await buildPerson(db, { email: `${name}@example.com` })
    return buildRegistration(db, { userId, eventId })
  }
  const { id: registrationId } = await enrol('came', held.id)
  await db
    .insert(joins)
    .values({ registrationId, joinCount: 1, firstJoinedAt: new Date('2026-06-11T16:00:00Z') })
  await enrol('stayed-away', held.id)
  await enrol('waits', ahead.id)
  await enrol('called-off', cancelled.id)
  await buildViewer(db, { email: 'viewer@example.com' })
  expect(await emails('?came=no')).toEqual(['stayed-away'])
  expect(await emails(`?came=no&event=${held.id}`)).toEqual(['stayed-away'])
  expect(await emails(`?came=no&event=${ahead.id}`)).toEqual([])
  expect(await emails('?came=yes')).toEqual(['came'])
  const over = { eventTime: '2026-11-20T16:00:00.000Z', eventEndTime: '2026-11-20T17:00:00.000Z' }
  await editEvent(db, ahead.id, over)
  expect(await emails(`?came=no&event=${ahead.id}`)).toEqual(['waits'])
})

test('people who cancelled are found by event, and no longer once they register again', async () => {
  const { admin, call, db, emails } = await peopleStage()
  const [event, other] = [await buildEvent(db), await buildEvent(db)]
  const enrol = (name: string, eventIds: number[]) =>
    call(registerForEvents, {
      body: registrationBody({ email: `${name}@example.com`, eventIds }),
    })
  await enrol('ada', [event.id, other.id])
  await enrol('grace', [event.id])
  const rows = await db.select().from(eventRegistrations).orderBy(eventRegistrations.id)
  await admin.call(cancelRegistration, { params: { id: rows[0]!.id } })
  expect(await emails(`?event=${event.id}`)).toEqual(['grace'])
  expect(await emails(`?event=${event.id}&cancelled=yes`)).toEqual(['ada'])
  expect(await emails(`?event=${event.id}&cancelled=no`)).toEqual(['grace'])
  expect(await emails(`?event=${other.id}&cancelled=yes`)).toEqual([])
  expect(await emails('?cancelled=yes')).toEqual(['ada'])
  await enrol('ada', [event.id])
  expect(await emails('?cancelled=yes')).toEqual([])
})

test('people are sorted by what is asked for, in pages as large as they are asked for', async () => {
  const { db, find } = await peopleStage()
  const event = await buildEvent(db)
  for (const [firstName, company] of [
    ['Zola', 'Acacia'],
    ['amara', ''],
    ['Sipho', 'Baobab'],
  ] as const) {
    const email = `${firstName.toLowerCase()}@example.com`
    const { id: userId } = await buildPerson(db, { firstName, company, email })
    if (firstName === 'Sipho') await buildRegistration(db, { userId, eventId: event.id })
  }
  const sorted = async (query: string) => {
    const { people } = await find(query)
    return people.map(({ firstName }: { firstName: string }) => firstName)
  }
  expect(await sorted('?sort=name')).toEqual(['amara', 'Sipho', 'Zola'])
  expect(await sorted('?sort=company')).toEqual(['Zola', 'Sipho', 'amara'])
  expect(await sorted('?sort=registrations')).toEqual(['Sipho', 'amara', 'Zola'])
  expect(await sorted('?sort=email&limit=2&page=2')).toEqual(['Zola'])
  expect(await sorted('?sort=name&search=example.com&limit=1')).toEqual(['amara'])
  expect((await find('?sort=age')).status).toBe(400)
  expect((await find('?limit=2001')).status).toBe(400)
})
