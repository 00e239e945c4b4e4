import { expect, test } from 'vitest'
import { changeEvent, deleteEvent, listCompletedEvents } from '#features/events/contract.ts'
import {
  listHeldMails,
  previewStatusChanges,
  sendHeldMails,
} from '#features/event-mails/contract.ts'
import { events } from '#schema/events.ts'
import { memberPageAccess } from '#schema/library.ts'
import { eventRegistrations, videoAccess } from '#schema/registrations.ts'
import { buildEvent, buildPerson, buildRegistration, buildViewer } from '#tests/support/builders.ts'
import { mailStage } from '#tests/support/mail-stage.ts'
import { testApp } from '#tests/support/test-app.ts'

/** Sends the held mails of saves immediately. */
async function sendHeld(
  admin: Awaited<ReturnType<Awaited<ReturnType<typeof testApp>>['asAdmin']>>,
) {
  for (const { id } of (await admin.call(listHeldMails)).body) {
    expect((await admin.call(sendHeldMails, { params: { id } })).status).toBe(200)
  }
}

test('an event with registrations is deleted only once cancelled and with their number', async () => {
  const { asAdmin, db, runJobs } = await testApp({
    config: { databaseUrl: 'postgres://kept-in-the-table' },
  })
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
  await sendHeld(admin)
  await runJobs()
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

test('a cancelled event cannot be deleted before its emails are sent, and the preview says so', async () => {
  const { asAdmin, build, register, enrol, at, server } = await mailStage()
  const { id } = await build()
  await register('zola', id)
  await enrol('lerato', id)
  await at('2026-12-01T08:00:00Z')
  const admin = await asAdmin()
  const remove = () =>
    admin.send({ method: 'DELETE', url: `/api/admin/events/${id}?registrations=2` })
  const preview = async () => {
    const { body } = await admin.call(previewStatusChanges, { params: { id }, body: {} })
    return body.moves.find(({ move }) => move === 'delete')!.consequences.join(' ')
  }
  const sentence = '2 people have not received the cancellation email yet.'

  // Deletes the event before the sweep has planned the mails, and while the mail server rejects them.
  await server.close()
  await admin.call(changeEvent, { params: { id }, body: { cancelled: true } })
  for (const arrives of [() => [], () => at('2026-12-01T08:01:00Z')]) {
    expect(await arrives()).toEqual([])
    const refused = await remove()
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      { untold: 2, message: expect.stringContaining(sentence) },
    ])
    expect(await preview()).toContain(sentence)
  }
  await server.open()
  expect(await at('2026-12-01T08:02:00Z')).toEqual(['lerato: Cancelled', 'zola: Cancelled'])
  expect(await preview()).not.toContain(sentence)
  expect((await remove()).statusCode).toBe(200)
})

test('a cancellation can be sent immediately, and after the end deletion does not wait for it', async () => {
  const { asAdmin, build, enrol, runJobs, server, clock } = await mailStage()
  const { id } = await build()
  const past = await build({ title: 'Yesterday' })
  await enrol('lerato', id)
  await enrol('thabo', past.id)
  const admin = await asAdmin()
  await admin.call(changeEvent, { params: { id }, body: { cancelled: true } })
  await runJobs()
  expect(server.mails).toEqual([])
  await sendHeld(admin)
  await runJobs()
  expect(server.mails.map(({ subject }) => subject)).toEqual(['Cancelled: Salt'])
  clock.set('2026-12-10T17:00:00Z')
  const later = await asAdmin()
  await later.call(changeEvent, { params: { id: past.id }, body: { cancelled: true } })
  const url = `/api/admin/events/${past.id}?registrations=1`
  expect((await later.send({ method: 'DELETE', url })).statusCode).toBe(200)
})
