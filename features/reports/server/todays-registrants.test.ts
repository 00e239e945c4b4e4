import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { takeJoinLink } from '#features/join-links/contract.ts'
import { registerForEvents } from '#features/registrations/contract.ts'
import { getToday, listTodaysRegistrants } from '#features/reports/contract.ts'
import { makeLinkToken, readLinkKey } from '#platform/signed-links/signed-links.ts'
import { users } from '#schema/people.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { buildEvent, registrationBody } from '#tests/support/builders.ts'
import { heldEventStage } from '#tests/support/event-day-stage.ts'
import { testApp } from '#tests/support/test-app.ts'

const namesOf = ({ registrants }: { registrants: { name: string }[] }) =>
  registrants.map(({ name }) => name)

test('people who used their join link are listed as inside, and found by name', async () => {
  const { db, call, clock, asAdmin, runJobs } = await testApp()
  const event = await buildEvent(db, { roomUrl: 'https://meet.example.org/salt' })
  for (const firstName of ['Zola', 'Sipho', 'Amara']) {
    const body = registrationBody({ firstName, eventIds: [event.id], questions: 'Why salt?' })
    await call(registerForEvents, { body })
  }
  await runJobs()
  clock.set('2026-12-10T15:50:00Z')
  const admin = await asAdmin()
  const shown = async () => (await admin.call(getToday)).body[0]
  const find = async (query: string) => {
    const url = `/api/admin/events/${event.id}/registrants?${query}`
    const response = await admin.send({ url })
    expect(response.statusCode).toBe(200)
    return response.json()
  }
  expect(await shown()).toMatchObject({ inside: 0, insideKnownBy: 'links', openQuestions: 3 })

  const key = await readLinkKey(db)
  const { id, createdAt } = eventRegistrations
  const registrations = await db
    .select({ id, createdAt, email: users.email })
    .from(eventRegistrations)
    .innerJoin(users, eq(users.id, eventRegistrations.userId))
    .orderBy(id)
  for (const registration of registrations.slice(0, 2)) {
    const token = makeLinkToken(key, 'join', registration)
    expect((await call(takeJoinLink, { body: { token } })).body.state).toBe('open')
  }
  expect(await shown()).toMatchObject({ inside: 2, insideKnownBy: 'links' })
  const inside = await find('inside=yes')
  expect(inside.total).toBe(2)
  expect(namesOf(inside).toSorted()).toEqual(['Sipho Nkosi', 'Zola Nkosi'])
  expect(inside.registrants[0].insideSince).toBe('2026-12-10T15:50:00.000Z')
  expect(await find('search=nkosi%20AMARA')).toMatchObject({
    registrants: [{ name: 'Amara Nkosi', insideSince: null }],
    total: 1,
  })
  expect(namesOf(await find(''))).toHaveLength(3)
  expect((await admin.send({ url: '/api/admin/events/999/registrants' })).statusCode).toBe(404)
  const params = { id: event.id }
  expect((await call(listTodaysRegistrants, { params })).status).toBe(401)
})

test("Zoom's messages list who is inside a webinar until they leave or it ends", async () => {
  const { admin, register, presence, sendWebhook, setClock, event, at } = await heldEventStage()
  const [first, second] = [await register(), await register()]
  setClock('16:30:00')
  const inside = async () => {
    const { body } = await admin.call(getToday)
    return body.find(({ eventId }) => eventId === event.id)
  }
  await presence('joined', '16:01:00', { registrant_id: first.id })
  await presence('joined', '16:02:00', { registrant_id: second.id })
  // A second device, which leaves again.
  await presence('joined', '16:05:00', { registrant_id: second.id })
  await presence('left', '16:06:00', { registrant_id: second.id })
  expect(await inside()).toMatchObject({ inside: 2, insideKnownBy: 'webinar', inWebinar: 2 })
  await presence('left', '16:20:00', { registrant_id: first.id })
  expect(await inside()).toMatchObject({ inside: 1 })
  const url = `/api/admin/events/${event.id}/registrants?inside=yes`
  expect((await admin.send({ url })).json().registrants).toMatchObject([
    { email: second.email, insideSince: at('16:05:00').replace('Z', '.000Z') },
  ])
  setClock('17:05:00')
  await sendWebhook('webinar.ended', { id: '81234567890', end_time: at('17:05:00') })
  expect(await inside()).toMatchObject({ inside: 0 })
})
