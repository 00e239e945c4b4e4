import { eq, sql } from 'drizzle-orm'
import { assert, asyncProperty, boolean, constantFrom, record } from 'fast-check'
import { expect, test } from 'vitest'
import { hasReadyRecording } from '#features/events/rules.ts'
import { eventEnd, eventStart } from '#kernel/event-time.ts'
import { events } from '#schema/events.ts'
import { webhookDeliveries } from '#schema/webhooks.ts'
import { buildEvent, editEvent } from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'
import { webhookStage } from '#tests/support/webhook-stage.ts'
import { refreshEventInstants } from './write-events.ts'

const zone = 'Africa/Johannesburg'
const dateOnly = { eventDate: '2026-12-10', eventTime: null, eventEndTime: null }

test('the end of an event without a time is the end of its day in the time zone of the series', async () => {
  const { db } = await testApp()
  const { id } = await buildEvent(db, dateOnly)
  const read = async () => (await db.select().from(events).where(eq(events.id, id)))[0]!
  expect((await read()).endsAt).toEqual(new Date('2026-12-10T22:00:00Z'))
  expect(await refreshEventInstants(db, 'America/New_York')).toBe(1)
  expect((await read()).endsAt).toEqual(new Date('2026-12-11T05:00:00Z'))
  expect(await refreshEventInstants(db, 'America/New_York')).toBe(0)
})

test('rows that another program wrote are completed, and webhooks report nothing of it', async () => {
  const { db, receiver, runJobs } = await webhookStage()
  const { types } = await receiver()
  const { id, startsAt, endsAt } = await buildEvent(db)
  await runJobs()
  expect(types()).toEqual(['event.published'])
  await db.execute(sql`select set_config('greenroom.loading', 'yes', false)`)
  await db.update(events).set({ startsAt: null, endsAt: null })
  await db.execute(sql`select set_config('greenroom.loading', '', false)`)
  await refreshEventInstants(db, zone)
  expect(await db.select().from(events)).toMatchObject([{ id, startsAt, endsAt }])
  expect(await db.$count(webhookDeliveries)).toBe(1)
})

test('webhooks announce no recording of a cancelled event', async () => {
  const { db, receiver, runJobs } = await webhookStage()
  const { types } = await receiver()
  const videoUrl = 'https://youtu.be/aqz-KE-bpKQ'
  const { id } = await buildEvent(db, { cancelledAt: new Date() })
  await editEvent(db, id, { videoUrl, recordingReady: true })
  await runJobs()
  expect(types()).toEqual(['event.published'])
  await editEvent(db, id, { cancelledAt: null })
  await runJobs()
  expect(types()).toEqual(['event.published', 'recording.ready'])
})

test('computed columns equal what the rules say, whatever is written', async () => {
  const { db } = await testApp()
  const texts = constantFrom(
    null,
    '',
    'evening',
    '18:00 - 19:00 CAT',
    '2026-12-10T16:00:00Z',
    '2026-12-10 18:00+02',
    '2026-12-10T17:30:00.000+02:00',
    '2026-13-40T16:00:00Z',
  )
  const fields = record({
    eventDate: constantFrom(null, '2026-12-10', '2027-03-28'),
    eventTime: texts,
    eventEndTime: texts,
    videoUrl: constantFrom(null, '', 'https://youtu.be/aqz-KE-bpKQ'),
    recordingReady: boolean(),
    cancelledAt: constantFrom(null, new Date('2026-11-01T10:00:00Z')),
  })
  const { id } = await buildEvent(db)
  await assert(
    asyncProperty(fields, async (changes) => {
      const [before] = await db.select().from(events).where(eq(events.id, id))
      await editEvent(db, id, changes)
      const [row] = await db.select().from(events).where(eq(events.id, id))
      expect(row!.startsAt).toEqual(eventStart(row!) ?? null)
      expect(row!.endsAt).toEqual(eventEnd(row!, zone) ?? null)
      expect(row!.recordingReadyAt !== null).toBe(hasReadyRecording(row!))
      const [old, fresh] = [before!, row!].map((event) =>
        JSON.stringify([
          event.startsAt ? [event.startsAt, event.endsAt] : event.eventDate,
          event.cancelledAt !== null,
        ]),
      )
      expect(row!.calendarSequence - before!.calendarSequence).toBe(old === fresh ? 0 : 1)
    }),
    { numRuns: 150 },
  )
})
