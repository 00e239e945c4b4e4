import { and, desc, eq, sql, or } from 'drizzle-orm'
import { hasAttended } from '#features/events/server/who-attended.ts'
import { allUses } from '#features/library/server/usage-sums.ts'
import { findBounce } from '#features/mails/server/bounces.ts'
import { attendanceSeconds } from '#features/webinars/server/attendance-time.ts'
import type { PersonFacts } from '#features/people/contract.ts'
import type { Db } from '#platform/db/open.ts'
import { announcements } from '#schema/announcements.ts'
import { eventCrew } from '#schema/crew.ts'
import { events, isPublishedAt } from '#schema/events.ts'
import { importBatchChanges, importBatches } from '#schema/imports.ts'
import { sessionWatchProgress, watchProgress, memberPageAccess } from '#schema/library.ts'
import { outboxEntries } from '#schema/mails.ts'
import { consents, userGroups, mailingListMembers, unsubscriptions } from '#schema/newsletter.ts'
import { eventQuestions } from '#schema/questions.ts'
import { eventRegistrations, videoAccess } from '#schema/registrations.ts'
import { sessions } from '#schema/sign-in.ts'
import { joins, webinarSeats } from '#schema/webinars.ts'
import { readAnswersOf } from './answers-of-person.ts'
import { heldOfPerson } from './held-of-person.ts'
import { readSeriesOf } from './series-of-person.ts'
import { readWaitlistOf } from './waitlist-of-person.ts'

type Known = {
  email: string
  userId: number | null
  /** If set, omit events that visitors cannot see at this time. */
  seenAt?: Date | undefined
}

const isShown = ({ seenAt }: Known) => seenAt && isPublishedAt(seenAt)

/**
 * For each field of a person's page, the function that reads it from the database. held-of-person.ts names the tables
 * of each field.
 */
const parts: {
  [Part in keyof PersonFacts]: (db: Db, person: Known) => Promise<PersonFacts[Part]>
} = {
  registrations: readRegistrations,
  waitlist: (db, person) => readWaitlistOf(db, person.userId, isShown(person) || undefined),
  seriesRegistrations: (db, person) => readSeriesOf(db, person.userId),
  asked: async (db, person) => (await readQuestions(db, person)).map(serializeDates),
  formAnswers: (db, person) => readAnswersOf(db, person.userId, isShown(person) || undefined),
  consents: async (db, { userId }) => {
    const ofTheirs = eq(consents.userId, userId ?? 0)
    const rows = await db.select().from(consents).where(ofTheirs).orderBy(desc(consents.id))
    return rows.map(serializeDates)
  },
  futureEvents: async (db, person) => {
    const ofTheirs = sql`${userGroups.userId} = ${person.userId ?? 0} and ${userGroups.groupType} = 'future_events'`
    const rows = await db
      .select({ eventTitle: events.title, createdAt: userGroups.createdAt })
      .from(userGroups)
      .leftJoin(events, sql`${events.id}::text = ${userGroups.groupIdentifier}`)
      .where(and(ofTheirs, isShown(person)))
      .orderBy(desc(userGroups.id))
    return rows.map(serializeDates)
  },
  mailingList: async (db, { userId }) => {
    const { state, lastError, syncedAt } = mailingListMembers
    const [member] = await db
      .select({ state, lastError, syncedAt })
      .from(mailingListMembers)
      .where(eq(mailingListMembers.userId, userId ?? 0))
    return member ? serializeDates(member) : null
  },
  videoAccess: async (db, person) => {
    const { videoTitle, createdAt } = videoAccess
    const rows = await db
      .select({ eventTitle: events.title, videoTitle, createdAt })
      .from(videoAccess)
      .leftJoin(events, eq(events.id, videoAccess.eventId))
      .where(and(eq(videoAccess.email, person.email), isShown(person)))
      .orderBy(desc(videoAccess.id))
    return rows.map(serializeDates)
  },
  watched: async (db, person) => {
    const [verified, typed] = await Promise.all([
      readWatched(db, watchProgress, person),
      readWatched(db, sessionWatchProgress, person),
    ])
    return [
      ...verified.map((row) => ({ ...row, isVerified: true })),
      ...typed.map((row) => ({ ...row, isVerified: false })),
    ]
  },
  visits: (db, { email }) => readVisits(db, email),
  sessions: async (db, { email }) => {
    const { verifiedAt, createdAt, lastUsedAt } = sessions
    const rows = await db
      .select({ isVerified: sql<boolean>`${verifiedAt} is not null`, createdAt, lastUsedAt })
      .from(sessions)
      .where(eq(sessions.email, email))
      .orderBy(desc(lastUsedAt))
    return rows.map(serializeDates)
  },
  crew: async (db, person) => {
    const { eventId, role, createdAt } = eventCrew
    const rows = await db
      .select({ eventId, eventTitle: events.title, role, createdAt })
      .from(eventCrew)
      .innerJoin(events, eq(events.id, eventId))
      .where(and(eq(eventCrew.email, person.email), isShown(person)))
      .orderBy(desc(eventCrew.id))
    return rows.map(serializeDates)
  },
  deliveries: readOutboxEntries,
  bounce: async (db, { email }) => {
    const bounce = await findBounce(db, email)
    return bounce ? serializeDates(bounce) : null
  },
  unsubscriptions: async (db, { email }) => {
    const rows = await db.select().from(unsubscriptions).where(eq(unsubscriptions.email, email))
    return rows.map(serializeDates)
  },
  imports: (db, { email, userId }) => readImports(db, email, userId),
}

/** Returns the data for all sections of a person's page; held-of-person.ts names the sections. */
export async function readFacts(db: Db, person: Known): Promise<PersonFacts> {
  const named = new Set(Object.values(heldOfPerson).map(({ page }) => page))
  const read = [...named].flatMap((part) =>
    part in parts
      ? [readFact(db, part as keyof PersonFacts, person).then((fact) => [part, fact])]
      : [],
  )
  return Object.fromEntries(await Promise.all(read)) as PersonFacts
}

export function readFact<Part extends keyof PersonFacts>(
  db: Db,
  part: Part,
  person: Known,
): Promise<PersonFacts[Part]> {
  return parts[part](db, person)
}

async function readRegistrations(db: Db, person: Known) {
  const userId = person.userId ?? 0
  const rows = await db
    .select({
      registration: eventRegistrations,
      eventTitle: events.title,
      seat: webinarSeats,
      joined: { joinCount: joins.joinCount, firstJoinedAt: joins.firstJoinedAt },
      hasAttended: sql<boolean>`${hasAttended(sql`${eventRegistrations.eventId}`, sql`${eventRegistrations.id}`)}`,
    })
    .from(eventRegistrations)
    .innerJoin(events, eq(events.id, eventRegistrations.eventId))
    .leftJoin(webinarSeats, eq(webinarSeats.registrationId, eventRegistrations.id))
    .leftJoin(joins, eq(joins.registrationId, eventRegistrations.id))
    .where(and(eq(eventRegistrations.userId, userId), isShown(person)))
    .orderBy(desc(eventRegistrations.createdAt), desc(eventRegistrations.id))
  const stays = await readStays(db, userId)
  return rows.map(({ registration, seat, joined, ...known }) => {
    const told = { seat: seat && serializeDates(seat), joined: joined && serializeDates(joined) }
    const stayedMinutes = stays.get(registration.id) ?? null
    return { ...serializeDates(registration), ...known, ...told, stayedMinutes }
  })
}

function readQuestions(db: Db, person: Known) {
  const { text, state, createdAt, registrationId, id } = eventQuestions
  return db
    .select({ eventTitle: events.title, text, state, createdAt })
    .from(eventQuestions)
    .innerJoin(eventRegistrations, eq(eventRegistrations.id, registrationId))
    .innerJoin(events, eq(events.id, eventQuestions.eventId))
    .where(and(eq(eventRegistrations.userId, person.userId ?? 0), isShown(person)))
    .orderBy(desc(createdAt), desc(id))
}

/**
 * Returns the minutes that a person attended, by registration id. Leaves out the time after someone joined if it is
 * unknown when they left.
 */
async function readStays(db: Db, userId: number): Promise<Map<number, number>> {
  const registrationIds = sql`select id from event_registrations where user_id = ${userId}`
  const { rows } = await db.execute<{ id: number; minutes: number }>(
    sql`select registration_id as id, round(seconds / 60)::int as minutes
      from ${attendanceSeconds(registrationIds, new Date(0))} t where seconds is not null`,
  )
  return new Map(rows.map(({ id, minutes }) => [id, minutes]))
}

async function readOutboxEntries(db: Db, person: Known) {
  const { id, carriedBy, kind, eventId, state, lastError, triedAt, sentAt, createdAt } =
    outboxEntries
  const rows = await db
    .select({
      id,
      carriedBy,
      kind,
      eventId,
      state,
      lastError,
      triedAt,
      sentAt,
      createdAt,
      eventTitle: events.title,
      subject: announcements.subject,
    })
    .from(outboxEntries)
    .leftJoin(events, eq(events.id, eventId))
    .leftJoin(announcements, eq(announcements.id, outboxEntries.announcementId))
    .where(and(eq(outboxEntries.email, person.email), isShown(person)))
    .orderBy(desc(id))
  return rows.map(serializeDates)
}

async function readWatched(
  db: Db,
  table: typeof watchProgress | typeof sessionWatchProgress,
  person: Known,
) {
  const { watchedShare, position, updatedAt } = table
  const rows = await db
    .select({ eventTitle: events.title, watchedShare, position, updatedAt })
    .from(table)
    .innerJoin(events, eq(events.id, table.eventId))
    .where(and(eq(table.email, person.email), isShown(person)))
    .orderBy(desc(updatedAt))
  return rows.map(serializeDates)
}

async function readVisits(db: Db, email: string) {
  const count = (type: string) =>
    sql<number>`coalesce(sum(a.uses) filter (where a.access_type = ${type}), 0)::int`
  const [row] = await db
    .select({
      visits: count('page_visit'),
      watches: count('video_watch'),
      lastAt: sql<Date | null>`max(a.last_at)`.mapWith(memberPageAccess.accessedAt),
    })
    .from(allUses)
    .where(sql`a.email = ${email}`)
  return serializeDates(row!)
}

/** Returns the imports whose list contained the person, whether they changed the person's rows or not. */
async function readImports(db: Db, email: string, userId: number | null) {
  const { tableName, rowId, batchId } = importBatchChanges
  const named = (table: string, ids: ReturnType<typeof sql>) =>
    sql`${tableName} = ${table} and ${rowId} in (${ids})`
  const rows = await db
    .selectDistinct({
      batchId,
      kind: importBatches.kind,
      startedAt: importBatches.startedAt,
    })
    .from(importBatchChanges)
    .innerJoin(importBatches, eq(importBatches.id, batchId))
    .where(
      or(
        named('users', sql`${userId ?? 0}`),
        named(
          'event_registrations',
          sql`select r.id from event_registrations r where r.user_id = ${userId ?? 0}`,
        ),
        named('video_access', sql`select v.id from video_access v where v.email = ${email}`),
      ),
    )
    .orderBy(desc(importBatches.startedAt))
  return rows.map(serializeDates)
}

type Serialized<Row> = {
  [Name in keyof Row]: Row[Name] extends Date | null ? SerializedDate<Row[Name]> : Row[Name]
}
type SerializedDate<Value> = Value extends Date ? string : Value

/** Returns a database row with its dates as ISO strings, as API replies contain them. */
function serializeDates<Row extends object>(row: Row): Serialized<Row> {
  const serialized = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Date ? value.toISOString() : value,
  ])
  return Object.fromEntries(serialized) as Serialized<Row>
}
