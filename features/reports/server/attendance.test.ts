import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { getReports, getToday } from '#features/reports/contract.ts'
import { outboxEntries } from '#schema/mails.ts'
import { joins, webinarSeats, zoomWebinarMappings } from '#schema/webinars.ts'
import { buildEvent, buildPerson, buildRegistration } from '#tests/support/builders.ts'
import { heldEventStage } from '#tests/support/event-day-stage.ts'
import { testApp } from '#tests/support/test-app.ts'

test("join links count attendance for meeting links, and for webinars without Zoom's data", async () => {
  const { register, presence, shown, setClock, at, db } = await heldEventStage()
  for (let people = 0; people < 3; people++) await register()
  setClock('16:30:00')
  const seats = await db.select().from(webinarSeats).orderBy(webinarSeats.registrationId)
  const [pressed, led] = seats.map(({ registrationId }) => registrationId)
  await db.insert(joins).values(
    [pressed!, led!].map((registrationId) => ({
      registrationId,
      joinCount: 1,
      firstJoinedAt: new Date(at('15:50:00')),
    })),
  )
  await db
    .update(webinarSeats)
    .set({ state: 'failed', joinUrl: null })
    .where(sql`registration_id = ${led}`)
  expect(await shown()).toMatchObject({ registered: 3, came: 2, minutes: null, knownBy: 'links' })
  // Zoom saw a fourth participant; the first used a link but did not join.
  const fourth = (await register()).id
  await presence('joined', '16:20:00', { registrant_id: fourth })
  expect(await shown()).toMatchObject({ registered: 4, came: 2, minutes: 10, knownBy: 'webinar' })
})

test("today's counts say how many were emailed, are registered in Zoom, or failed", async () => {
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
      // The last one's Zoom registration is for the event's former webinar.
      webinarId: state === 'kept' ? '80000000000' : '81234567890',
    })
  }
  clock.set('2026-12-10T06:00:00Z')
  const admin = await asAdmin()
  const seats = [
    {
      eventId,
      confirmed: 3,
      preRegistered: 0,
      toldByMail: 1,
      inWebinar: 1,
      inside: 0,
      insideKnownBy: 'links',
      openQuestions: 0,
      failed: 1,
    },
  ]
  expect((await admin.call(getToday)).body).toEqual(seats)
  expect((await admin.call(getReports)).body.today).toEqual(seats)
})
