import { asc, eq, isNull } from 'drizzle-orm'
import type { EventCheck, EventCheckCode } from '#shared/contract/event-checks.ts'
import { dayInZone, effectiveStatus, eventEnd } from '#shared/event-time.ts'
import { mostShown } from '#shared/landing-events.ts'
import { slugify } from '#shared/slug.ts'
import type { TimeContext } from '#shared/time-context.ts'
import { presentZoomRoom } from '#shared/zoom-room.ts'
import type { Db } from '#server/db/open.ts'
import { events } from '#server/db/tables/events.ts'
import { transcriptDrafts, transcripts } from '#server/db/tables/transcripts.ts'
import { zoomWebinarMappings, webinarRecordings } from '#server/db/tables/webinars.ts'
import type { EventRow } from './event-row.ts'
import { listEvents, listUpcomingEvents } from './list-events.ts'
import { preflightRules, type Checked } from './preflight-rules.ts'

/**
 * The pre-flight list of every event that is not cancelled. `isThere` says whether the picture of an
 * address can be shown.
 */
export async function checkEvents(
  db: Db,
  time: TimeContext,
  isThere: (address: string) => Promise<boolean>,
): Promise<{ eventId: number; checks: EventCheck[] }[]> {
  const rows = await db
    .select({
      event: events,
      isActive: zoomWebinarMappings.isActive,
      room: zoomWebinarMappings.webinarId,
      recordedAt: webinarRecordings.recordedAt,
      given: transcripts.eventId,
      draft: transcriptDrafts.state,
    })
    .from(events)
    .leftJoin(zoomWebinarMappings, eq(zoomWebinarMappings.eventId, events.id))
    .leftJoin(webinarRecordings, eq(webinarRecordings.eventId, events.id))
    .leftJoin(transcripts, eq(transcripts.eventId, events.id))
    .leftJoin(transcriptDrafts, eq(transcriptDrafts.eventId, events.id))
    .where(isNull(events.cancelledAt))
    .orderBy(asc(events.id))
  const upcoming = await listUpcomingEvents(db, time)
  const future = (await listEvents(db, time))
    .filter(({ status }) => status === 'pre_registration')
    .toSorted((one, other) => one.priority - other.priority || one.id - other.id)
  const shown = [...upcoming.slice(0, mostShown), ...future.slice(0, mostShown)].map(({ id }) => id)
  const sameAnchors = findSameAnchors(rows.map(({ event }) => event))
  const today = dayInZone(time.now, time.timeZone)
  return Promise.all(
    rows.map(async ({ event, isActive, room, recordedAt, given, draft }) => {
      const status = effectiveStatus(event, time.now, time.timeZone)
      const checked: Checked = {
        event,
        status,
        isMapped: isActive === true,
        isMeeting: presentZoomRoom(room).webinarKind === 'meeting',
        isRecorded: recordedAt !== null,
        hasTranscript: given !== null,
        hasDraft: draft === 'ready',
        isAhead: (eventEnd(event, time.timeZone) ?? time.now) > time.now,
        isHidden: status !== 'completed' && !shown.includes(event.id),
        sameAnchor: sameAnchors.get(event.id),
        missingPictures: await findMissing(event, isThere),
        today,
      }
      return { eventId: event.id, checks: applyRules(checked) }
    }),
  )
}

function applyRules(checked: Checked): EventCheck[] {
  return (Object.keys(preflightRules) as EventCheckCode[]).flatMap((code) => {
    const found = preflightRules[code](checked)
    return found ? [{ code, ...found }] : []
  })
}

/** For each event whose anchor another one had first: that one's title. */
function findSameAnchors(listed: { id: number; title: string }[]) {
  const first = new Map<string, string>()
  const same = new Map<number, string>()
  for (const event of listed) {
    const anchor = slugify(event.title) || String(event.id)
    const title = first.get(anchor)
    if (title === undefined) first.set(anchor, event.title)
    else same.set(event.id, title)
  }
  return same
}

async function findMissing(event: EventRow, isThere: (address: string) => Promise<boolean>) {
  const fields = ['bannerImage', 'featureImage'] as const
  const found = await Promise.all(
    fields.map(async (field) => event[field].trim() === '' || (await isThere(event[field]))),
  )
  return fields.filter((_, index) => !found[index])
}
