import { and, asc, eq, isNull } from 'drizzle-orm'
import type { EventCheck, EventCheckCode } from '#features/events/contract.ts'
import { needsZoom, presentZoomRoom } from '#features/events/rules.ts'
import {
  dayInZone,
  effectiveStatus,
  eventEnd,
  eventStart,
  type TimeContext,
  parseInstant,
} from '#kernel/event-time.ts'
import { appearsAt, isPublished } from '#kernel/publishing.ts'
import { formatOffsetTime } from '#kernel/offset-time.ts'
import { mostShown } from '#kernel/front-page.ts'
import { slugify } from '#kernel/slug.ts'
import { findVideoId } from '#kernel/video-link.ts'
import type { Db } from '#platform/db/open.ts'
import { events } from '#schema/events.ts'
import { transcriptDrafts, transcripts } from '#schema/transcripts.ts'
import { webinarChanges, zoomWebinarMappings, webinarRecordings } from '#schema/webinars.ts'
import type { EventRow } from './event-rows.ts'
import { listEvents, listUpcomingEvents } from './read-events.ts'

type Known = {
  /** Returns whether the picture with this URL exists. */
  isThere: (address: string) => Promise<boolean>
  /** True if Zoom is configured. */
  isZoomSetUp: boolean
}

/** Checks every event that is not cancelled for problems. */
export async function checkEvents(
  db: Db,
  time: TimeContext,
  { isThere, isZoomSetUp }: Known,
): Promise<{ eventId: number; checks: EventCheck[] }[]> {
  const rows = await db
    .select({
      event: events,
      isActive: zoomWebinarMappings.isActive,
      room: zoomWebinarMappings.webinarId,
      recordedAt: webinarRecordings.recordedAt,
      given: transcripts.eventId,
      draft: transcriptDrafts.state,
      webinarDeletedAt: webinarChanges.deletedAt,
      webinarStart: webinarChanges.startsAt,
    })
    .from(events)
    .leftJoin(zoomWebinarMappings, eq(zoomWebinarMappings.eventId, events.id))
    .leftJoin(webinarRecordings, eq(webinarRecordings.eventId, events.id))
    .leftJoin(transcripts, eq(transcripts.eventId, events.id))
    .leftJoin(transcriptDrafts, eq(transcriptDrafts.eventId, events.id))
    .leftJoin(
      webinarChanges,
      and(
        eq(webinarChanges.eventId, events.id),
        eq(webinarChanges.webinarId, zoomWebinarMappings.webinarId),
      ),
    )
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
    rows.map(async ({ event, isActive, room, recordedAt, given, draft, ...webinar }) => {
      const status = effectiveStatus(event, time.now, time.timeZone)
      const isShown = isPublished(event, time.now)
      const checked: Checked = {
        event,
        isShown,
        status,
        isMapped: isActive === true,
        lacksZoom: !isZoomSetUp && needsZoom({ status, webinarId: isActive ? room : null }),
        isWebinarDeleted: webinar.webinarDeletedAt !== null,
        movedTo: findMovedStart(event, webinar.webinarStart, time.timeZone),
        isMeeting: presentZoomRoom(room).webinarKind === 'meeting',
        isRecorded: recordedAt !== null,
        hasTranscript: given !== null,
        hasDraft: draft === 'ready',
        isAhead: (eventEnd(event, time.timeZone) ?? time.now) > time.now,
        isHidden: isShown && status !== 'completed' && !shown.includes(event.id),
        sameAnchor: sameAnchors.get(event.id),
        missingPictures: await findMissing(event, isThere),
        today,
      }
      return { eventId: event.id, checks: applyPreflightRules(checked) }
    }),
  )
}

function applyPreflightRules(checked: Checked): EventCheck[] {
  return (Object.keys(preflightRules) as EventCheckCode[]).flatMap((code) => {
    const found = preflightRules[code](checked)
    return found ? [{ code, ...found }] : []
  })
}

/**
 * Finds events whose title results in the same HTML anchor on the landing page. Returns, by the later event's id, the
 * title of the earlier event.
 */
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

function findMovedStart(event: EventRow, webinarStart: Date | null, timeZone: string) {
  if (!webinarStart || webinarStart.getTime() === eventStart(event)?.getTime()) return undefined
  return formatOffsetTime(webinarStart, timeZone).slice(0, 16).replace('T', ' ')
}

async function findMissing(event: EventRow, isThere: (address: string) => Promise<boolean>) {
  const fields = ['bannerImage', 'featureImage'] as const
  const found = await Promise.all(
    fields.map(async (field) => event[field].trim() === '' || (await isThere(event[field]))),
  )
  return fields.filter((_, index) => !found[index])
}

/** The data that the checks of one event need. */
type Checked = {
  event: EventRow
  /** Whether visitors see the event. */
  isShown: boolean
  status: EventRow['status']
  isMapped: boolean
  /** Whether the event takes place at Zoom, but the credentials of Zoom are not configured. */
  lacksZoom: boolean
  /** Whether the webinar or meeting was deleted in Zoom. */
  isWebinarDeleted: boolean
  /** Start of the webinar in Zoom, in the series' zone, if it differs from the event's start. */
  movedTo: string | undefined
  /** Whether the event uses a Zoom meeting. Its mails from Zoom are disabled, unlike a webinar's. */
  isMeeting: boolean
  /** Whether Zoom has finished the recording. */
  isRecorded: boolean
  /** Whether the recording has a saved transcript; a draft from Zoom does not count. */
  hasTranscript: boolean
  hasDraft: boolean
  isHidden: boolean
  /** Whether the event's end is in the future. */
  isAhead: boolean
  /**
   * Title of an earlier event whose anchor on the landing page is the same, so that links to this event would scroll to
   * the earlier one. Undefined if there is none.
   */
  sameAnchor: string | undefined
  missingPictures: ('featureImage' | 'bannerImage')[]
  today: string
}

type Rule = (checked: Checked) => Omit<EventCheck, 'code'> | false

function problem(message: string, field: string | null = null) {
  return { severity: 'problem' as const, message, field }
}
function warning(message: string, field: string | null = null) {
  return { severity: 'warning' as const, message, field }
}
function note(message: string, field: string | null = null) {
  return { severity: 'note' as const, message, field }
}

/** All checks of an event, in the order in which problems are displayed. */
const preflightRules: Record<EventCheckCode, Rule> = {
  not_published: ({ event, isShown }) =>
    !isShown &&
    note(
      appearsAt(event)
        ? 'Scheduled: visitors cannot see it yet, and no emails are sent.'
        : 'Draft: visitors cannot see it, and no emails are sent.',
      'publishAt',
    ),
  end_before_start({ event }) {
    const [start, end] = [parseInstant(event.eventTime), parseInstant(event.eventEndTime)]
    return (
      Boolean(start && end && end <= start) &&
      problem('The end is before the start.', 'eventEndTime')
    )
  },
  past_but_upcoming: ({ event, today }) =>
    event.status === 'upcoming' &&
    event.eventDate !== null &&
    event.eventDate < today &&
    !parseInstant(event.eventTime) &&
    problem(
      'Marked as upcoming, but the date is in the past and there is no clock time.',
      'eventTime',
    ),
  completed_but_ahead: ({ event, isAhead }) =>
    event.status === 'completed' &&
    isAhead &&
    warning('Marked as completed before its end, so registration is closed.'),
  unrecognised_recording: ({ event }) =>
    event.recordingReady &&
    !findVideoId(event.videoUrl) &&
    problem('The recording is released, but its link is not a recognised video link.', 'videoUrl'),
  missing_banner: ({ event }) =>
    event.bannerImage.trim() === '' && problem('No banner image yet.', 'bannerImage'),
  picture_missing: ({ missingPictures: [first, second] }) =>
    first !== undefined &&
    problem(
      second
        ? 'The banner image and the feature image are missing.'
        : `The ${first === 'bannerImage' ? 'banner' : 'feature'} image is missing.`,
      first,
    ),
  hidden_by_priority: ({ isHidden }) =>
    isHidden && warning('Not on the home page: two other events come first.', 'priority'),
  same_anchor: ({ sameAnchor }) =>
    sameAnchor !== undefined &&
    warning(
      `Another event is called "${sameAnchor}", so this page's address ends in a number.`,
      'title',
    ),
  no_time: ({ event, status }) =>
    status === 'upcoming' &&
    !parseInstant(event.eventTime) &&
    warning('No start time: no reminders or Zoom registrations.', 'eventTime'),
  date_not_confirmed: ({ event, status }) =>
    status === 'upcoming' &&
    !event.dateConfirmed &&
    warning('The date is not confirmed: no reminders or Zoom registrations.', 'dateConfirmed'),
  no_room: ({ event, status, isMapped }) =>
    status === 'upcoming' &&
    !isMapped &&
    !event.roomUrl &&
    warning('No meeting link yet: join links will not work.', 'roomUrl'),
  zoom_not_set_up: ({ event, lacksZoom }) =>
    lacksZoom &&
    warning(
      `Zoom is not connected: no Zoom registrations, and join links ${event.roomUrl ? 'open the meeting link' : 'will not work'}.`,
      'webinarId',
    ),
  webinar_deleted: ({ status, isMapped, isWebinarDeleted, isMeeting }) =>
    status === 'upcoming' &&
    isMapped &&
    isWebinarDeleted &&
    problem(
      `The ${isMeeting ? 'meeting' : 'webinar'} was deleted in Zoom: join links will not work.`,
      'webinarId',
    ),
  webinar_moved: ({ status, isMapped, isWebinarDeleted, isMeeting, movedTo }) =>
    status === 'upcoming' &&
    isMapped &&
    !isWebinarDeleted &&
    movedTo !== undefined &&
    warning(
      `The ${isMeeting ? 'meeting' : 'webinar'} starts at another time in Zoom: ${movedTo}.`,
      'eventTime',
    ),
  webinar_mail: ({ status, isMapped, lacksZoom, isMeeting }) =>
    status === 'upcoming' &&
    isMapped &&
    !lacksZoom &&
    !isMeeting &&
    note(
      "Switch off Zoom's confirmation email for this webinar, so that people only get your emails.",
      'webinarId',
    ),
  transcript_waiting: ({ hasDraft }) =>
    hasDraft && note("Zoom's transcript has arrived. Review it, then save it for members."),
  no_transcript: ({ event, status, hasTranscript, hasDraft }) =>
    status === 'completed' &&
    event.recordingReady &&
    Boolean(findVideoId(event.videoUrl)) &&
    !hasTranscript &&
    !hasDraft &&
    note('No transcript yet: members cannot search this recording.'),
  webinar_recorded: ({ event, isRecorded }) =>
    isRecorded &&
    !event.videoUrl &&
    note(
      "Zoom's recording is ready. Upload it to your video platform, then enter its link.",
      'videoUrl',
    ),
}
