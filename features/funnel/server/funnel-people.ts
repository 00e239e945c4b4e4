import { sql } from 'drizzle-orm'
import { readBegun } from '#features/events/server/who-attended.ts'
import type { FunnelPeopleFilter, FunnelPerson } from '#features/funnel/contract.ts'
import { readNewestFirst } from '#features/reports/server/read-newest-first.ts'
import type { TimeContext } from '#kernel/event-time.ts'
import type { Db } from '#platform/db/open.ts'
import type { Turns } from '#platform/db/read-in-turns.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import {
  isForEvent,
  isIn,
  isInPeriod,
  isZoomKnown,
  keyOf,
  withStages,
} from './registrations-of-funnel.ts'

/** Yields the registrations behind a number of the funnel, newest first, including those of erased people. */
export async function* listFunnelPeople(
  db: Db,
  turns: Turns,
  filter: FunnelPeopleFilter,
  time: TimeContext,
) {
  const { id, userId, eventId, registrationType, createdAt } = eventRegistrations
  const begun = await readBegun(db, turns, time, filter.eventId)
  const row = sql`event_registrations`
  const isMeant = sql`${isForEvent(filter.eventId, row)} and ${isInPeriod(filter, time.timeZone, row)}
    and ${filter.key === undefined ? sql`true` : sql`${keyOf(filter.by, row)} = ${filter.key}`}`
  const reached = withStages({
    columns: sql`r.id, r.event_id`,
    from: sql`portion`,
    isMeant: sql`true`,
    begun: begun.ids,
    limits: {
      isPresent: sql`registration_id = any(array(select id from portion))`,
      isWatched: sql`email = any(array(select email from users where id = any(array(select user_id from portion))))`,
    },
  })
  yield* readNewestFirst<FunnelPerson>(db, turns, {
    table: eventRegistrations,
    within: isMeant,
    where: isIn(filter.stage, isZoomKnown(begun)),
    beside: sql`join ${reached} reached on reached.id = ${id}
      join events e on e.id = ${eventId} left join users u on u.id = ${userId}`,
    fields: {
      id,
      eventId,
      event: sql`e.title`,
      firstName: sql`coalesce(u.first_name, '')`,
      lastName: sql`coalesce(u.last_name, '')`,
      email: sql`coalesce(u.email, '')`,
      company: sql`coalesce(u.company, '')`,
      jobTitle: sql`coalesce(u.job_title, '')`,
      personKey: sql`u.person_key`,
      isErased: sql`${userId} is null`,
      registrationType,
      createdAt: { instant: createdAt },
    },
  })
}
