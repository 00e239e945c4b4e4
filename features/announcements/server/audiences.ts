import { and, inArray, sql, type SQL } from 'drizzle-orm'
import type { EventRow } from '#features/events/server/event-rows.ts'
import {
  hasAttended,
  hasTakenPlace,
  readEventsWithReports,
} from '#features/events/server/who-attended.ts'
import { hasAgreed, hasLeft } from '#features/newsletter/server/consents.ts'
import { haveWatched } from '#features/people/server/list-people.ts'
import type { Audience, AudienceKind, AudiencePart } from '#kernel/audience-kinds.ts'
import type { AnnouncementTopic } from '#kernel/values.ts'
import { isFinished, type TimeContext } from '#kernel/event-time.ts'
import { withLongTimeouts } from '#platform/db/connection-limits.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { matchWords } from '#platform/db/sql-parts.ts'
import { invalidInput } from '#platform/errors/refusal.ts'
import { events, isPublishedAt } from '#schema/events.ts'

/**
 * An event's id, the SQL condition that the registrant `r` attended it, and whether it is over and took place
 * (`isHeld`).
 */
type About = { event: Pick<EventRow, 'id'>; attended: SQL; isHeld: boolean }

const registration = (event: About['event'], condition: SQL) => sql`exists (
  select from event_registrations r
  where r.user_id = users.id and r.event_id = ${event.id} and ${condition})`

const isConfirmed = sql`r.registration_type = 'confirmed'`

/**
 * Defines each kind of audience as an SQL condition on `users`; all code uses these definitions. Each condition
 * looks up rows by person, so that it is fast both for everyone in one pass and for a single person.
 */
const conditions: Record<Exclude<AudienceKind, 'interested' | 'updates'>, (about: About) => SQL> = {
  registered: ({ event }) => registration(event, isConfirmed),
  pre_registered: ({ event }) => registration(event, sql`r.registration_type = 'pre_registration'`),
  waitlisted: ({ event }) => sql`exists (select from waitlist_entries w
    where w.user_id = users.id and w.event_id = ${event.id} and w.state in ('waiting', 'offered'))`,
  came: ({ event, attended }) => registration(event, attended),
  // If the event did not take place, no registrant missed it.
  did_not_come: ({ event, attended, isHeld }) =>
    isHeld ? registration(event, sql`${isConfirmed} and not ${attended}`) : sql`false`,
  not_watched: ({
    event,
    attended,
  }) => sql`(${registration(event, sql`(${isConfirmed} or ${attended})`)}
    and not exists (${haveWatched(event.id, sql`users.email`)}))`,
}
const independentKinds = {
  interested: sql`exists (select from user_groups g
    where g.user_id = users.id and g.group_type = 'future_events')`,
  updates: sql`(${hasAgreed} and not ${hasLeft})`,
}

/** Audience and topic, which select the recipients; with the topic `news`, only people who opted in to updates. */
export type AudienceQuery = { audience: Audience; topic?: AnnouncementTopic }

/**
 * Returns SQL that selects the emails of all recipients. Throws 404, with the name of the field, if an event of
 * the audience is not published.
 */
export async function readAudience(
  db: Db | Transaction,
  meant: AudienceQuery,
  time: TimeContext,
): Promise<SQL> {
  return selectEmails(db, meant, { ...time, isPublished: isPublishedAt(time.now) })
}

async function selectEmails(
  db: Db | Transaction,
  { audience, topic }: AudienceQuery,
  { now, timeZone, isPublished }: TimeContext & { isPublished?: SQL },
): Promise<SQL> {
  const named = [
    ...audience.any.map(({ eventId }, index) => ({ eventId, field: `audience.any.${index}` })),
    ...audience.except.map(({ eventId }, index) => ({
      eventId,
      field: `audience.except.${index}`,
    })),
    { eventId: audience.crewOf, field: 'audience.crewOf' },
  ]
  const ids = [...new Set(named.flatMap(({ eventId }) => eventId ?? []))]
  const rows = await readEventsWithReports(db, and(inArray(events.id, ids), isPublished))
  const known = new Map(rows.map((row) => [row.event.id, row]))
  const missing = named.filter(({ eventId }) => eventId !== undefined && !known.has(eventId))
  if (missing.length > 0) {
    const errors = missing.map(({ field, eventId }) => ({
      field: field === 'audience.crewOf' ? field : `${field}.eventId`,
      message: `There is no published event with the ID ${eventId}`,
    }))
    throw invalidInput(errors, 'unknown_event')
  }
  function conditionOf({ kind, eventId }: AudiencePart): SQL {
    if (kind === 'interested' || kind === 'updates') return independentKinds[kind]
    const row = known.get(eventId ?? 0)
    if (!row) throw new Error(`the audience ${kind} needs its event`)
    const { event } = row
    const isHeld = !event.cancelledAt && isFinished(event, now, timeZone)
    const hasBegun = hasTakenPlace(row, { now, timeZone })
    const attended = hasBegun ? hasAttended(sql`${event.id}::int`) : sql`false`
    return conditions[kind]({ event, attended, isHeld })
  }
  const join = (parts: AudiencePart[]) => sql`(${sql.join(parts.map(conditionOf), sql` or `)})`
  if (audience.any.length === 0) throw new Error('an audience of nothing would be nobody')
  const taken = audience.except.length > 0 ? sql`and not ${join(audience.except)}` : sql``
  const agreed = topic === 'news' ? sql`and ${independentKinds.updates}` : sql``
  const among = sql`select users.email from users where ${join(audience.any)} ${taken} ${agreed}`
  if (audience.crewOf === undefined) return sql`(${among})`
  // Crew members may lack a row in `users`. They then cannot be in an excluded group, and cannot have opted in to news.
  return sql`(${among} union select c.email from event_crew c left join users on users.email = c.email
    where c.event_id = ${audience.crewOf} and (users.id is null and ${topic !== 'news'}
      or users.id is not null ${taken} ${agreed}))`
}

export async function countAudience(
  db: Db | Transaction,
  meant: AudienceQuery,
  time: TimeContext,
): Promise<number> {
  const emails = await readAudience(db, meant, time)
  const { rows } = await withLongTimeouts(() =>
    db.execute<{ count: number }>(sql`select count(*)::int as count from ${emails} t`),
  )
  return rows[0]!.count
}

export type ListedPerson = { personKey: string; email: string; name: string }

/**
 * SELECT columns for a person with the email `t.email`. The name is the one in `users`, or without a row there, the one
 * in the event's crew.
 */
const listed = sql`p.key as "personKey", t.email,
  trim(coalesce(u.first_name || ' ' || u.last_name, c.name, '')) as name`
const named = sql`join people p on p.email = t.email left join users u on u.email = t.email
  left join lateral (select name from event_crew h where h.email = t.email and u.id is null
    order by h.id desc limit 1) c on true`

/** Returns a page of the people in an audience who match `search`, sorted by email, and the number of all matches. */
export async function listAudience(
  db: Db,
  {
    search,
    page,
    limit,
    ...meant
  }: AudienceQuery & { search: string; page: number; limit: number },
  time: TimeContext,
): Promise<{ people: ListedPerson[]; total: number }> {
  const emails = await readAudience(db, meant, time)
  const found = sql`(select ${listed} from ${emails} t ${named}
    where ${matchWords(sql`(coalesce(u.first_name || ' ' || u.last_name, c.name, '') || ' ' || t.email)`, search)})`
  const { rows } = await db.execute<ListedPerson & { total: number }>(sql`
    select *, (count(*) over ())::int as total from ${found} f order by email
    limit ${limit} offset ${(page - 1) * limit}`)
  const people = rows.map(({ personKey, email, name }) => ({ personKey, email, name }))
  if (rows.length > 0 || page === 1) return { people, total: rows[0]?.total ?? 0 }
  const counted = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from ${found} f`,
  )
  return { people, total: counted.rows[0]!.total }
}

/** Returns a person in the audience: the one with this key, or without a key the first by email. */
export async function findInAudience(
  db: Db,
  meant: AudienceQuery,
  personKey: string | undefined,
  time: TimeContext,
): Promise<ListedPerson | undefined> {
  const emails = await readAudience(db, meant, time)
  const { rows } = await db.execute<ListedPerson>(sql`select ${listed} from ${emails} t ${named}
    where ${personKey === undefined ? sql`true` : sql`p.key = ${personKey}`}
    order by t.email limit 1`)
  return rows[0]
}

/** Returns whether a person belongs to an audience now, even if events of the audience are no longer published. */
export async function isInAudience(
  db: Db,
  audience: Audience,
  email: string,
  time: TimeContext,
): Promise<boolean> {
  const emails = await selectEmails(db, { audience }, time)
  const { rows } = await db.execute(sql`select from ${emails} t where t.email = ${email}`)
  return rows.length > 0
}

/**
 * Returns the number of people in an audience of each kind, related to the event where the kind needs one, and
 * the number of the event's crew members.
 */
export async function listAudiences(
  db: Db,
  kinds: AudienceKind[],
  eventId: number | undefined,
  time: TimeContext,
) {
  const counted = []
  for (const kind of kinds) {
    const ofEvent = kind === 'interested' || kind === 'updates' ? undefined : eventId
    const audience = { any: [{ kind, eventId: ofEvent }], except: [] }
    counted.push({
      kind,
      eventId: ofEvent ?? null,
      count: await countAudience(db, { audience }, time),
    })
  }
  if (eventId === undefined) return { audiences: counted, crew: null }
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from event_crew where event_id = ${eventId}`,
  )
  return { audiences: counted, crew: rows[0]!.count }
}
