import { mailKinds } from '#main/mail-kinds.ts'
import { asc } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { events } from '#schema/events.ts'
import { outboxEntries } from '#schema/mails.ts'
import { unsubscriptions } from '#schema/newsletter.ts'
import { buildEvent, buildPerson, buildRegistration, editEvent } from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'
import { sweepMails } from './plan.ts'

/** Creates an app that stores mails, and an event on 10 December, 16:00 UTC, with one registrant. */
async function seriesWithRegistrant(
  fields: Parameters<typeof buildEvent>[1] = {},
  registrationType: 'confirmed' | 'pre_registration' = 'confirmed',
) {
  const app = await testApp({ config: { databaseUrl: 'postgres://kept-in-the-table' } })
  const { db, clock, runJobs } = app
  const longAgo = new Date('2026-11-01T08:00:00Z')
  const event = await buildEvent(db, { updatedAt: longAgo, ...fields })
  const person = await buildPerson(db)
  const registration = await buildRegistration(db, {
    userId: person.id,
    eventId: event.id,
    registrationType,
    receiveUpdates: true,
    createdAt: longAgo,
  })
  async function at(instant: string) {
    clock.set(instant)
    // Runs the sweep twice, as two nodes may.
    await sweepMails(db, app.app.deps.jobs, app.app.deps.time(), mailKinds)
    await sweepMails(db, app.app.deps.jobs, app.app.deps.time(), mailKinds)
    await runJobs()
  }
  const told = async () =>
    (await db.select().from(outboxEntries).orderBy(asc(outboxEntries.id))).map(
      ({ kind, state }) => `${kind} ${state}`,
    )
  const change = (set: Partial<typeof events.$inferInsert>) =>
    editEvent(db, event.id, { updatedAt: longAgo, ...set })
  return { ...app, event, person, registration, at, told, change }
}

test(
  'reminders come a day and an hour before the start, once each',
  { tags: 'postgres' },
  async () => {
    const { at, told } = await seriesWithRegistrant()
    await at('2026-12-09T15:59:00Z')
    expect(await told()).toEqual([])
    await at('2026-12-09T16:01:00Z')
    await at('2026-12-10T08:00:00Z')
    expect(await told()).toEqual(['reminder_24h kept'])
    await at('2026-12-10T15:00:00Z')
    await at('2026-12-10T15:30:00Z')
    expect(await told()).toEqual(['reminder_24h kept', 'reminder_1h kept'])
  },
)

test(
  'a moved event is told to those who knew the old time, and reminded of anew',
  { tags: 'postgres' },
  async () => {
    const { at, told, change, db } = await seriesWithRegistrant()
    await at('2026-12-09T16:01:00Z')
    const times = {
      eventTime: '2026-12-17T16:00:00.000Z',
      eventEndTime: '2026-12-17T17:00:00.000Z',
      eventDate: '2026-12-17',
    }
    await change(times)
    const [moved] = await db.select().from(events)
    expect(moved!.calendarSequence).toBe(1)
    await at('2026-12-09T17:00:00Z')
    await at('2026-12-09T18:00:00Z')
    expect(await told()).toEqual(['reminder_24h kept', 'moved kept'])
    await at('2026-12-16T16:01:00Z')
    expect(await told()).toEqual(['reminder_24h kept', 'moved kept', 'reminder_24h kept'])
  },
)

test('a time changed and changed back before its emails are sent sends none', async () => {
  const { at, told, change, event } = await seriesWithRegistrant()
  await at('2026-12-09T16:01:00Z')
  await change({ eventTime: '2026-12-17T16:00:00.000Z' })
  await change({ eventTime: event.eventTime })
  await at('2026-12-09T17:00:00Z')
  expect(await told()).toEqual(['reminder_24h kept'])
})

test('the same time in another spelling leaves the SEQUENCE alone, and free text counts by its day', async () => {
  const { change, db, at, told } = await seriesWithRegistrant()
  await at('2026-12-09T16:01:00Z')
  const sequence = async () => (await db.select().from(events))[0]!.calendarSequence
  const spellings = [
    { eventTime: '2026-12-10T18:00:00+02:00' },
    { eventTime: '2026-12-10 16:00Z', eventEndTime: '2026-12-10T19:00+0200' },
    { eventTime: '2026-12-10T16:00:00.000Z', eventEndTime: '2026-12-10T17:00:00Z' },
  ]
  for (const spelling of spellings) await change(spelling)
  expect(await sequence()).toBe(0)
  await at('2026-12-09T17:00:00Z')
  expect(await told()).toEqual(['reminder_24h kept'])
  // Calendar entries of events without an end last three hours.
  await change({ eventEndTime: '2026-12-10T19:00:00Z' })
  expect(await sequence()).toBe(1)
  await change({ eventEndTime: null })
  expect(await sequence()).toBe(1)
  await change({ eventTime: '2026-13-45T18:00:00Z' })
  expect(await sequence()).toBe(2)
  await change({ eventTime: '18:00 CAT' })
  expect(await sequence()).toBe(2)
  await change({ eventDate: '2026-12-11' })
  expect(await sequence()).toBe(3)
})

test('an edit that leaves the time alone leaves the SEQUENCE alone', async () => {
  const { change, db } = await seriesWithRegistrant()
  await change({ title: 'Another title', description: 'Other words', priority: 4 })
  expect((await db.select().from(events))[0]!.calendarSequence).toBe(0)
  await change({ cancelledAt: new Date('2026-12-02T08:00:00Z') })
  expect((await db.select().from(events))[0]!.calendarSequence).toBe(1)
})

test('a cancelled event sends one email and no reminders', async () => {
  const { at, told, change } = await seriesWithRegistrant()
  await change({ cancelledAt: new Date('2026-12-09T10:00:00Z') })
  await at('2026-12-09T10:01:00Z')
  await at('2026-12-10T15:30:00Z')
  expect(await told()).toEqual(['cancelled kept'])
})

test(
  'the pre-registered are told once the event is upcoming with a confirmed date and hour',
  { tags: 'postgres' },
  async () => {
    const undecided = { status: 'pre_registration' as const, dateConfirmed: false }
    const { at, told, change } = await seriesWithRegistrant(undecided, 'pre_registration')
    await at('2026-12-02T08:00:00Z')
    await change({ status: 'upcoming' })
    await at('2026-12-02T08:10:00Z')
    await change({ dateConfirmed: true, eventTime: '18:00 CAT' })
    await at('2026-12-02T08:20:00Z')
    expect(await told()).toEqual([])
    await change({ eventTime: '2026-12-10T16:00:00.000Z' })
    await at('2026-12-02T08:30:00Z')
    await at('2026-12-09T17:00:00Z')
    expect(await told()).toEqual(['date_confirmed kept'])
  },
)

test(
  'a recording is told once to those who agreed to updates, unless they unsubscribed from news',
  { tags: 'postgres' },
  async () => {
    const { db, at, told, change, event } = await seriesWithRegistrant()
    const other = await buildPerson(db)
    await buildRegistration(db, { userId: other.id, eventId: event.id, receiveUpdates: true })
    await db.insert(unsubscriptions).values({ email: other.email, topic: 'news' })
    await change({ videoUrl: 'https://youtu.be/aqz-KE-bpKQ' })
    await at('2026-12-11T08:00:00Z')
    expect(await told()).toEqual([])
    await change({ recordingReady: true })
    await at('2026-12-11T09:00:00Z')
    await at('2026-12-12T09:00:00Z')
    expect(await told()).toEqual(['recording_ready kept'])
  },
)

test('an unsubscription takes effect on a reminder that is already in the queue', async () => {
  const { db, app, clock, runJobs, told, person } = await seriesWithRegistrant()
  clock.set('2026-12-09T16:01:00Z')
  await sweepMails(db, app.deps.jobs, app.deps.time(), mailKinds)
  await db.insert(unsubscriptions).values({ email: person.email, topic: 'reminders' })
  await runJobs()
  expect(await told()).toEqual(['reminder_24h skipped'])
})

test(
  'a delivery that lost its job, as after an import of the database, gets another',
  { tags: 'postgres' },
  async () => {
    const { db, database, at, told, clock, app } = await seriesWithRegistrant()
    clock.set('2026-12-09T16:01:00Z')
    await sweepMails(db, app.deps.jobs, app.deps.time(), mailKinds)
    await database.pool.query('delete from jobs.job')
    await at('2026-12-09T16:02:00Z')
    expect(await told()).toEqual(['reminder_24h kept'])
  },
)
