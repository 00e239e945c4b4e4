import { sql } from 'drizzle-orm'
import { allUses } from '#features/library/server/usage-sums.ts'
import type {
  RegistrationRow,
  EventRegistrationRow,
  VideoAccessRow,
  RegistrantAccessRow,
} from '#features/reports/contract.ts'
import type { ColumnTexts } from '#platform/db/column-texts.ts'
import type { Db } from '#platform/db/open.ts'
import type { Turns } from '#platform/db/read-in-turns.ts'
import { consents, unsubscriptions } from '#schema/newsletter.ts'
import { users, people } from '#schema/people.ts'
import { eventRegistrations, videoAccess } from '#schema/registrations.ts'
import { ofPortion, readNewestFirst } from './read-newest-first.ts'

/**
 * SQL join that adds to each person: whether any of their registrations opted in to updates, and their latest
 * non-empty question.
 */
const told = sql`left join (
  select r.user_id, bool_or(r.receive_updates) as agreed, (array_agg(r.questions
    order by r.created_at desc, r.id desc) filter (where r.questions <> ''))[1] as questions
  from ${eventRegistrations} r where r.user_id = ${ofPortion(users.id)}
  group by r.user_id offset 0) told on told.user_id = users.id`

/**
 * SQL join that adds to each person whether any of their consents covers updates, which are mails with news of the
 * series. The registrations alone do not suffice, because people also consent without registering for an event: when
 * they request library access or news of future events.
 */
const consented = sql`left join (
  select c.user_id, bool_or(c.receive_updates) as agreed from ${consents} c
  where c.user_id = ${ofPortion(users.id)}
  group by c.user_id offset 0) consented on consented.user_id = users.id`

const unsubscribed = sql`left join (
  select n.email from ${unsubscriptions} n
  where n.topic = 'news' and n.email = ${ofPortion(users.email)} offset 0) unsubscribed
  on unsubscribed.email = users.email`

/**
 * Yields one row per person, newest first, with their latest non-empty question. `receiveUpdates` is true if a
 * registration or consent of the person opted in to updates and the person has not unsubscribed.
 */
export function listRegistrations(db: Db, turns: Turns) {
  return readNewestFirst<RegistrationRow>(db, turns, {
    table: users,
    beside: sql`${told} ${consented} ${unsubscribed}`,
    fields: {
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      company: users.company,
      jobTitle: users.jobTitle,
      linkedin: users.linkedin,
      interests: users.interests,
      questions: sql`coalesce(told.questions, users.questions)`,
      receiveUpdates: sql`(coalesce(told.agreed, false) or coalesce(consented.agreed, false))
        and unsubscribed.email is null`,
      createdAt: { instant: users.createdAt },
      personKey: users.personKey,
    },
  })
}

/** Yields all registrations for events with their people, newest first. */
export function listEventRegistrations(db: Db, turns: Turns) {
  return readNewestFirst<EventRegistrationRow>(db, turns, {
    table: eventRegistrations,
    where: sql`${eventRegistrations.userId} is not null`,
    beside: sql`left join (
      select * from ${users} u where u.id = ${ofPortion(eventRegistrations.userId)} offset 0) ${users}
      on users.id = event_registrations.user_id`,
    fields: {
      id: eventRegistrations.id,
      eventId: eventRegistrations.eventId,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      company: users.company,
      jobTitle: users.jobTitle,
      registrationType: eventRegistrations.registrationType,
      createdAt: { instant: eventRegistrations.createdAt },
      personKey: users.personKey,
    },
  })
}

export function listVideoAccess(db: Db, turns: Turns) {
  return readNewestFirst<VideoAccessRow>(db, turns, {
    table: videoAccess,
    beside: personOfViewer,
    fields: {
      id: videoAccess.id,
      firstName: videoAccess.firstName,
      lastName: videoAccess.lastName,
      email: videoAccess.email,
      company: videoAccess.company,
      jobTitle: videoAccess.jobTitle,
      eventId: videoAccess.eventId,
      createdAt: { instant: videoAccess.createdAt },
      personKey: sql`person.key`,
    },
  })
}

/**
 * Yields how often each known email used the library: first people with a `users` row, newest first, then all other
 * viewers. The browser sorts by last use.
 */
export async function* listRegistrantAccessStats(
  db: Db,
  turns: Turns,
): AsyncGenerator<ColumnTexts<RegistrantAccessRow>> {
  // Treat people whose `users` row is inserted during this read as other viewers, so that no one is listed twice or not
  // at all.
  const [newest] = await turns(() =>
    db.select({ id: sql<number>`coalesce(max(${users.id}), 0)` }).from(users),
  )
  // With `offset 0`, PostgreSQL looks up each row by an index. Without it, every query would join the whole table.
  const isListed = sql`exists (select from ${users} u
    where u.email = video_access.email and u.id <= ${newest!.id}::int offset 0)`
  const isEarlier = sql`exists (select from ${videoAccess} v
    where v.email = video_access.email and v.id > video_access.id offset 0)`
  yield* readNewestFirst<RegistrantAccessRow>(db, turns, {
    table: users,
    beside: usesOf(users),
    fields: { ...showUse(users), personKey: users.personKey },
  })
  yield* readNewestFirst<RegistrantAccessRow>(db, turns, {
    table: videoAccess,
    where: sql`not ${isListed} and not ${isEarlier}`,
    beside: sql`${usesOf(videoAccess)} ${personOfViewer}`,
    fields: { ...showUse(videoAccess), personKey: sql`person.key` },
  })
}

type Known = typeof users | typeof videoAccess

const usesOf = (table: Known) => sql`left join (
  select a.email, max(a.last_at) as last_access,
    sum(a.uses) filter (where access_type = 'video_watch') as video_watches,
    sum(a.uses) filter (where access_type = 'page_visit') as total_visits
  from ${allUses} where a.email = ${ofPortion(table.email)}
  group by a.email offset 0) uses on uses.email = ${table.email}`

function showUse(table: Known) {
  return {
    email: table.email,
    firstName: table.firstName,
    lastName: table.lastName,
    company: table.company,
    hasAccessed: sql`uses.last_access is not null`,
    lastAccess: { instant: sql`uses.last_access` },
    videoWatches: sql`coalesce(uses.video_watches, 0)`,
    totalVisits: sql`coalesce(uses.total_visits, 0)`,
  }
}

/** SQL join that adds `people.key` to rows of `video_access`, many of which have no `users` row. */
const personOfViewer = sql`left join (
  select p.key, p.email from ${people} p
  where p.email = ${ofPortion(videoAccess.email)} offset 0) person
  on person.email = video_access.email`
