import { eq } from 'drizzle-orm'
import { crewJoinWindow } from '#shared/crew.ts'
import type { TimeContext } from '#shared/time-context.ts'
import type { Db } from '#server/db/open.ts'
import { eventCrew } from '#server/db/tables/crew.ts'
import { events } from '#server/db/tables/events.ts'
import { isHeldIn, liveStates, zoomWebinarMappings } from '#server/db/tables/webinars.ts'
import { findLinkedRow } from '#server/links/find-linked-row.ts'
import { joinWindowOf, joinWindowState } from '#server/links/take-join-link.ts'
import { Refusal } from '#server/refusal.ts'

/**
 * Whose link a token is, with their event and what its room is. Throws 404 for any other text, and for
 * whoever is not in the crew any more.
 */
export async function findCrewMember(db: Db, token: string) {
  const id = await findLinkedRow(db, 'crew', token)
  const [found] = await db
    .select({
      member: eventCrew,
      event: events,
      heard: liveStates,
      webinarId: zoomWebinarMappings.webinarId,
    })
    .from(eventCrew)
    .innerJoin(events, eq(events.id, eventCrew.eventId))
    .leftJoin(liveStates, eq(liveStates.eventId, events.id))
    .leftJoin(zoomWebinarMappings, isHeldIn)
    .where(eq(eventCrew.id, id ?? 0))
  if (!found) {
    throw new Refusal('unknown_link', {
      message: 'This link is not valid any more. Please ask the organiser for a new one.',
    })
  }
  return found
}

export type FoundMember = Awaited<ReturnType<typeof findCrewMember>>

/** Whether the room lets the crew in at this moment, and from when it does. */
export function crewJoinWindowState({ event, heard }: FoundMember, time: TimeContext) {
  const joinWindow = joinWindowOf(event, heard, time.timeZone, crewJoinWindow)
  return { state: joinWindowState(event, heard, time, joinWindow), opensAt: joinWindow?.open }
}
