import { asc, eq, sql } from 'drizzle-orm'
import type { CrewPage } from '#shared/contract/crew.ts'
import type { DisplayZone } from '#shared/event-time.ts'
import { nameRoom } from '#shared/room.ts'
import type { TimeContext } from '#shared/time-context.ts'
import { readZoomRoom } from '#shared/zoom-room.ts'
import type { Db } from '#server/db/open.ts'
import { eventCrew } from '#server/db/tables/crew.ts'
import { presentEventPage } from '#server/events/present-event.ts'
import { presentPictures } from '#server/events/present-pictures.ts'
import { describeWhen } from '#server/links/take-join-link.ts'
import { crewJoinWindowState, findCrewMember, type FoundMember } from './find-crew-member.ts'

type Context = TimeContext & {
  display: DisplayZone
  /** Whether Zoom is asked for anything at all. */
  isConfigured: boolean
  /** The address of a picture with its version. */
  versioned: (address: string) => string
}

/**
 * When and where one of the crew is expected, by their link's token, and how many come. Names nobody but
 * the crew, and no room's address. Throws 404 for a dead link. Specification, "Crew".
 */
export async function readCrewPage(
  db: Db,
  token: string,
  { display, isConfigured, versioned, ...time }: Context,
): Promise<CrewPage> {
  const found = await findCrewMember(db, token)
  const { member, event, heard } = found
  const doors = crewJoinWindowState(found, time)
  const crew = await db
    .select({ name: eventCrew.name, role: eventCrew.role })
    .from(eventCrew)
    .where(eq(eventCrew.eventId, event.id))
    .orderBy(asc(eventCrew.id))
  return {
    name: member.name,
    role: member.role,
    title: event.title,
    when: describeWhen(event, display),
    room: nameOf(found, isConfigured),
    doors: doors.state,
    opensAt: doors.opensAt?.toISOString() ?? null,
    registrations: await countRegistrations(db, event.id),
    crew,
    event: presentPictures(presentEventPage(event, heard, time), versioned),
  }
}

function nameOf({ event, webinarId }: FoundMember, isConfigured: boolean): string | null {
  if (isConfigured && webinarId !== null) return `Zoom ${readZoomRoom(webinarId).kind}`
  return event.roomUrl === null ? null : nameRoom(event.roomUrl)
}

async function countRegistrations(db: Db, eventId: number): Promise<CrewPage['registrations']> {
  const { rows } = await db.execute<CrewPage['registrations']>(sql`
    select count(*) filter (where r.registration_type = 'confirmed')::int as "confirmed",
      count(*) filter (where r.registration_type = 'pre_registration')::int as "preRegistered",
      count(j.registration_id)::int as "joined"
    from event_registrations r left join joins j on j.registration_id = r.id
    where r.event_id = ${eventId} and r.user_id is not null`)
  return rows[0]!
}
