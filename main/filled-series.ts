import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { asc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { EventRow } from '#features/events/server/event-rows.ts'
import { importAttendees } from '#features/imports/server/import-attendees.ts'
import { registerForEvents } from '#features/registrations/server/forms.ts'
import { eventEnd, eventStart, isFinished } from '#kernel/event-time.ts'
import type { OutboxEntryState } from '#kernel/values.ts'
import { bucketSeconds } from '#kernel/watched-buckets.ts'
import type { Deps } from '#platform/deps.ts'
import { events } from '#schema/events.ts'
import { memberPageAccess, watchProgress } from '#schema/library.ts'
import { bounces, outboxEntries } from '#schema/mails.ts'
import { people as everybody, users } from '#schema/people.ts'
import { eventQuestions, questionVotes } from '#schema/questions.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { setupMarks } from '#schema/setup.ts'
import { administrators } from '#schema/sign-in.ts'
import { attendanceMarks, attendanceReports, zoomWebinarMappings } from '#schema/webinars.ts'

const words = z.array(z.string()).min(1)
const samplePeople = z.object({
  firstNames: words,
  lastNames: words,
  companies: words,
  jobTitles: words,
  questions: words,
})

const size = 120
/**
 * Number of the 120 sample people who register by the form. The last 60 people are imported from a list, so 20 people
 * are in both groups.
 */
const registering = 80
const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs

type Filling = Pick<Deps, 'db' | 'jobs' | 'config' | 'site' | 'time'>

/**
 * Returns the environment of a development site with sample people (`npm run dev -- --filled`): a separate data
 * folder unless DATA_DIR is set, and no external servers.
 */
export function filledSettings(environment: Record<string, string | undefined>) {
  const { PORT, HOST, LOG_LEVEL, ADMIN_USERNAME, ADMIN_PASSWORD } = environment
  const DATA_DIR = environment.DATA_DIR || './data/filled'
  return { PORT, HOST, LOG_LEVEL, ADMIN_USERNAME, ADMIN_PASSWORD, DATA_DIR }
}

/**
 * Adds people, registrations, mails and library visits to the sample series, for developing screens. Returns
 * the number of people; 0 if the database already has people. The added data is the same every time.
 */
export async function fillSeries(filling: Filling): Promise<number> {
  const { db } = filling
  if ((await db.$count(users)) > 0) return 0
  await db.insert(setupMarks).values({ mark: 'dismissed' }).onConflictDoNothing()
  const { now, timeZone } = filling.time()
  const { people, questions } = await readPeople(filling.config.siteFile)
  const series = await db.select().from(events).orderBy(asc(events.id))
  const open = series.filter((event) => !isFinished(event, now, timeZone))
  const held = series.filter((event) => isFinished(event, now, timeZone))
  await registerPeople(filling, { people: people.slice(0, registering), questions, open })
  await importPeople(filling, people.slice(60), held[0]!)
  await spreadOverTime(filling)
  await fillBoard(filling, open[0]!, questions)
  await watchRecordings(filling, people, held)
  await attend(filling, held[0]!)
  await addPastMails(filling, held[0]!)
  return people.length
}

type SamplePerson = Record<'email' | 'firstName' | 'lastName' | 'company' | 'jobTitle', string>

async function readPeople(siteFile: string) {
  const text = await readFile(join(dirname(siteFile), 'sample', 'people.json'), 'utf8')
  const { questions, ...of } = samplePeople.parse(JSON.parse(text))
  const people = Array.from({ length: size }, (_, i) => ({
    email: `sample.person.${i + 1}@example.org`,
    firstName: pick(of.firstNames, i),
    lastName: pick(of.lastNames, i),
    company: pick(of.companies, i),
    jobTitle: pick(of.jobTitles, i),
  }))
  return { people, questions }
}

function pick<Value>(values: Value[], i: number): Value {
  return values[i % values.length]!
}

type Registering = { people: SamplePerson[]; questions: string[]; open: EventRow[] }

/**
 * Registers people as the form does. Their mails are queued, but only stored, because no mail server is
 * configured.
 */
async function registerPeople(
  { db, jobs, time }: Filling,
  { people, questions, open }: Registering,
) {
  for (const [i, person] of people.entries()) {
    const chosen = i % 4 === 0 ? open.slice(0, 2) : [pick(open, i % 3)]
    const form = {
      ...person,
      questions: i % 3 === 0 ? pick(questions, i / 3) : '',
      receiveUpdates: i % 5 !== 0,
      receiveEventInvites: i % 2 === 0,
      consentShown: undefined,
      eventIds: chosen.map(({ id }) => id),
      source: i % 7 === 0 ? 'go1' : 'main_form',
      waitlist: false,
    }
    await registerForEvents(db, form, { jobs, ...time() })
  }
}

/**
 * Imports a list of attendees with one invalid row. Every fourth person has no event, and gets library access
 * only.
 */
async function importPeople({ db, site, time }: Filling, people: SamplePerson[], held: EventRow) {
  const [administrator] = await db.select({ id: administrators.id }).from(administrators).limit(1)
  const rows = people.map((person, i) => ({
    ...person,
    eventIdentifier: i % 4 === 0 ? '' : held.title,
  }))
  const actor = { administratorId: administrator?.id ?? null, address: '127.0.0.1' }
  await importAttendees(db, [...rows, { firstName: 'Sample', lastName: 'Mistake' }], {
    videoTitle: site().series.videoTitle,
    batch: { id: 'sample-list', fileName: 'guest-list.csv', actor, now: time().now },
    ...time(),
  })
}

/**
 * Spreads the creation times of sample registrations and people over the weeks before their event, or before now if
 * the event is still to come.
 */
async function spreadOverTime({ db, time }: Filling) {
  const now = time().now.toISOString()
  await db.execute(sql`update ${eventRegistrations} r
    set created_at = least(${now}::timestamptz, e.event_time::timestamptz)
      - interval '1 hour' * (1 + r.id * 37 % 600)
    from ${events} e where e.id = r.event_id`)
  await db.execute(sql`update ${users} u set created_at = coalesce(
    (select min(r.created_at) from ${eventRegistrations} r where r.user_id = u.id), created_at)`)
  await db.execute(sql`update ${everybody} p set created_at = u.created_at
    from ${users} u where u.person_key = p.key`)
}

const boardStates = ['picked', 'answered', 'hidden', 'open'] as const

/** Adds to the sample data: questions that registrants asked before an event, and other registrants' votes for them. */
async function fillBoard({ db }: Filling, { id: eventId }: EventRow, questions: string[]) {
  const voters = await readRegistrations(db, eventId)
  const rows = questions.map((text, i) => {
    const state = boardStates[i] ?? 'open'
    return { eventId, registrationId: voters[i]!.id, text, isShared: true, state }
  })
  const added = await db.insert(eventQuestions).values(rows).returning()
  for (const [i, { id: questionId }] of added.entries()) {
    const votes = voters
      .slice(-3 - i)
      .map(({ id: registrationId }) => ({ questionId, registrationId }))
    await db.insert(questionVotes).values(votes)
  }
}

function readRegistrations(db: Filling['db'], eventId: number) {
  return db
    .select({ id: eventRegistrations.id, email: users.email, personKey: users.personKey })
    .from(eventRegistrations)
    .innerJoin(users, eq(users.id, eventRegistrations.userId))
    .where(eq(eventRegistrations.eventId, eventId))
    .orderBy(asc(eventRegistrations.id))
}

const filmSeconds = 600

/**
 * Adds to the sample data: visits of the sample people to the video library within the last two months, and their watch
 * progress in three recordings.
 */
async function watchRecordings({ db, time }: Filling, people: SamplePerson[], held: EventRow[]) {
  const recordings = held.filter(({ recordingReady }) => recordingReady).slice(0, 3)
  const now = time().now.getTime()
  for (const [i, { email }] of people.entries()) {
    if (i % 3 === 0) continue
    const seen = 10 + ((i * 29) % (filmSeconds / bucketSeconds - 10))
    const position = seen * bucketSeconds
    const { id: eventId, title } = recordings[(i % 7) % 3]!
    const accessedAt = new Date(now - ((i * i * 7 + i) % 53) * dayMs - (i % 12) * hourMs)
    await db.insert(memberPageAccess).values([
      { email, accessType: 'login', accessedAt },
      { email, accessType: 'page_visit', accessedAt, sessionDuration: position + 30 },
      { email, accessType: 'video_watch', accessedAt, videoId: eventId, videoTitle: title },
    ])
    const watched = { watched: `{[0,${seen})}`, position, duration: filmSeconds }
    await db.insert(watchProgress).values({ email, eventId, ...watched, updatedAt: accessedAt })
  }
}

/** Marks three of four registrants of an event as attended, as if a webinar provider had reported their attendance. */
async function attend({ db }: Filling, event: EventRow) {
  const eventId = event.id
  const [start, end] = [eventStart(event)!.getTime(), eventEnd(event, 'UTC')!.getTime()]
  const settledAt = new Date(end + hourMs)
  await db.insert(zoomWebinarMappings).values({ eventId, webinarId: '80000000001' })
  await db.insert(attendanceReports).values({ eventId, state: 'ready', unregistered: 2, settledAt })
  for (const [i, { id: registrationId }] of (await readRegistrations(db, eventId)).entries()) {
    if (i % 4 === 0) continue
    const of = { registrationId, source: 'reported' as const }
    await db.insert(attendanceMarks).values([
      { ...of, at: new Date(start + (i % 9) * 60_000), step: 1 },
      { ...of, at: new Date(end - (i % 25) * 60_000), step: -1 },
    ])
  }
}

const pastStates: [OutboxEntryState, string | null][] = [
  ['sent', null],
  ['sent', null],
  ['sent', null],
  ['failed', '451 The sample mail server was busy'],
  ['skipped', 'They have unsubscribed'],
  ['unknown', 'The process ended while the mail was handed over'],
]

/** Adds reminder mails of a past event that a mail server accepted or refused, and a bounce. */
async function addPastMails({ db }: Filling, event: EventRow) {
  const start = eventStart(event)!
  const registered = await readRegistrations(db, event.id)
  const createdAt = new Date(start.getTime() - dayMs)
  await db.insert(outboxEntries).values(
    registered.map(({ email }, i) => {
      const [state, lastError] = pick(pastStates, i)
      const sentAt = state === 'sent' ? createdAt : null
      const of = { kind: 'reminder_24h' as const, email, eventId: event.id }
      const tried = { attempts: state === 'skipped' ? 0 : 1, triedAt: createdAt, sentAt, createdAt }
      return { ...of, dedupeKey: start.toISOString(), state, lastError, ...tried }
    }),
  )
  const { email, personKey } = registered[0]!
  const reason = '550 No such sample mailbox'
  await db.insert(bounces).values({ email, personKey, isLasting: true, reason })
}
