import { expect, test } from 'vitest'
import { getReports, getToday } from '#shared/contract/desk-figures.ts'
import { outboxEntries } from '#server/db/tables/messages.ts'
import { webinarSeats, zoomWebinarMappings } from '#server/db/tables/webinars.ts'
import { buildEvent, buildPerson, buildRegistration } from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'

test("today's seats say how many were told by mail, hold a way into the webinar, or could not be told", async () => {
  const { db, clock, asAdmin } = await testApp()
  const event = await buildEvent(db)
  const eventId = event.id
  await db.insert(zoomWebinarMappings).values({ eventId, webinarId: '81234567890' })
  for (const state of ['sent', 'failed', 'kept'] as const) {
    const { id, email } = await buildPerson(db)
    const seat = await buildRegistration(db, { userId: id, eventId })
    const kind = 'registration_confirmed'
    await db.insert(outboxEntries).values({ kind, email, eventId, state })
    await db.insert(webinarSeats).values({
      registrationId: seat.id,
      joinUrl: state === 'failed' ? null : 'https://zoom.example/w/1',
      // The last one's seat is in the webinar that the event was mapped to before.
      webinarId: state === 'kept' ? '80000000000' : '81234567890',
    })
  }
  clock.set('2026-12-10T06:00:00Z')
  const admin = await asAdmin()
  const seats = [
    { eventId, confirmed: 3, preRegistered: 0, toldByMail: 1, inWebinar: 1, failed: 1 },
  ]
  expect((await admin.call(getToday)).body).toEqual(seats)
  expect((await admin.call(getReports)).body.today).toEqual(seats)
})
