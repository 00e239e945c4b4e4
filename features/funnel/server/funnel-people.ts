import { and, sql } from 'drizzle-orm'
import type { FunnelPeopleFilter, FunnelPerson } from '#features/funnel/contract.ts'
import { readNewestFirst } from '#features/reports/server/read-newest-first.ts'
import type { TimeContext } from '#kernel/event-time.ts'
import type { Db } from '#platform/db/open.ts'
import type { Turns } from '#platform/db/read-in-turns.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { isIn, isInFilter, keyOf, readBegun, withStages } from './registrations-of-funnel.ts'

/** Yields the registrations behind a number of the funnel, newest first, including those of erased people. */
export async function* listFunnelPeople(
  db: Db,
  turns: Turns,
  filter: FunnelPeopleFilter,
  time: TimeContext,
) {
  const { id, userId, eventId, registrationType, createdAt } = eventRegistrations
  const begun = await readBegun(db, turns, { time, only: filter.eventId })
  const isMeant = and(
    isInFilter(filter, time.timeZone),
    filter.key === undefined ? undefined : sql`${keyOf(filter.by)} = ${filter.key}`,
  )
  yield* readNewestFirst<FunnelPerson>(db, turns, {
    table: eventRegistrations,
    ...(isMeant && { within: isMeant }),
    where: isIn(filter.stage),
    beside: sql`join ${withStages(sql`portion`, begun)} reached on reached.id = ${id}
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
