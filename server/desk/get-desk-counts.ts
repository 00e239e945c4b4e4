import { sql } from 'drizzle-orm'
import type { DashboardCounts } from '#shared/contract/desk.ts'
import type { Db } from '#server/db/open.ts'
import { events } from '#server/db/tables/events.ts'
import { eventRegistrations, users, videoAccess } from '#server/db/tables/people.ts'
import { countRows } from './count-rows.ts'
import { isOnlyViewer } from './count-people.ts'
import { countUses } from './count-uses.ts'
import type { Turns } from './create-turns.ts'

/** What the cards are made of. Specification, "Admin area". */
export async function getDashboardCounts(db: Db, turns: Turns): Promise<DashboardCounts> {
  const [registrations, registered, viewing, viewers, allEvents, uses] = await Promise.all([
    countRows(db, turns, users),
    countRows(db, turns, eventRegistrations, sql`${eventRegistrations.userId} is not null`),
    countRows(db, turns, videoAccess),
    countRows(db, turns, videoAccess, isOnlyViewer),
    countRows(db, turns, events),
    countUses(db, turns),
  ])
  return {
    registrations,
    eventRegistrations: registered,
    videoAccess: viewing,
    events: allEvents,
    people: registrations + viewers,
    ...uses,
  }
}
