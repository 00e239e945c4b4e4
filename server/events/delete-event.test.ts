import { expect, test } from 'vitest'
import { changeEvent, deleteEvent } from '#shared/contract/event-editor.ts'
import { listCompletedEvents } from '#shared/contract/events.ts'
import { eventRegistrations, events, memberPageAccess, videoAccess } from '#server/db/schema.ts'
import { buildEvent, buildPerson, buildRegistration, buildViewer } from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'

test('an event with registrations is deleted only once cancelled and with their number', async () => {
  const { asAdmin, db } = await testApp()
  const admin = await asAdmin()
  const event = await buildEvent(db, { title: 'A full house' })
  const person = await buildPerson(db)
  await buildRegistration(db, { userId: person.id, eventId: event.id })
  await buildViewer(db, { email: person.email, eventId: event.id })
  await buildViewer(db, { email: person.email, eventId: null })
  await buildViewer(db, { email: 'other@example.com', eventId: event.id })
  await db.insert(memberPageAccess).values([
    { email: person.email, accessType: 'video_watch', videoId: event.id },
    { email: person.email, accessType: 'video_watch', videoId: event.id, videoTitle: 'Its name' },
  ])
  const remove = (query: string) =>
    admin.send({ method: 'DELETE', url: `/api/admin/events/${event.id}${query}` })
  for (const query of ['', '?registrations=1']) {
    const refused = await remove(query)
    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toMatchObject({ registrations: 1, isCancelled: false })
  }
  await admin.call(changeEvent, { params: { id: event.id }, body: { cancelled: true } })
  for (const query of ['', '?registrations=2', '?registrations=0']) {
    const refused = await remove(query)
    expect(refused.json()).toMatchObject({ registrations: 1, isCancelled: true })
  }
  expect(await db.$count(events)).toBe(1)
  const deleted = await remove('?registrations=1')
  expect([deleted.statusCode, deleted.json()]).toEqual([200, { id: event.id, registrations: 1 }])
  expect(await db.$count(eventRegistrations)).toBe(0)
  const usage = await db.select().from(memberPageAccess).orderBy(memberPageAccess.id)
  expect(usage.map(({ videoTitle }) => videoTitle)).toEqual(['A full house', 'Its name'])
  const kept = await db.select().from(videoAccess).orderBy(videoAccess.id)
  expect(kept.map(({ email, eventId }) => [email, eventId])).toEqual([
    [person.email, null],
    ['other@example.com', null],
  ])
})

test('an event without registrations is deleted at once, and an unknown one is not found', async () => {
  const { asAdmin, call, db } = await testApp()
  const admin = await asAdmin()
  const event = await buildEvent(db, { status: 'completed' })
  expect((await call(listCompletedEvents)).body).toHaveLength(1)
  const remove = () => admin.call(deleteEvent, { params: { id: event.id } })
  expect((await remove()).status).toBe(200)
  expect((await call(listCompletedEvents)).body).toEqual([])
  expect((await remove()).status).toBe(404)
  const change = await admin.call(changeEvent, { params: { id: event.id }, body: {} })
  expect(change.status).toBe(404)
})
