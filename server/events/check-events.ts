import { asc, eq, isNull } from 'drizzle-orm'
import { dayInZone, effectiveStatus, eventEnd, parseInstant } from '#shared/event-time.ts'
import type { EventCheck, EventCheckCode } from '#shared/contract/event-checks.ts'
import { interviewAnchors } from '#shared/slug.ts'
import { findVideoId } from '#shared/video-link.ts'
import type { Db } from '#server/db/open.ts'
import { events, zoomWebinarMappings } from '#server/db/schema.ts'
import { webinarRecordings } from '#server/db/webinars-schema.ts'
import { listEvents, listUpcomingEvents } from './list-events.ts'
import type { EventRow, Moment } from './present-event.ts'

type Checked = {
  event: EventRow
  status: EventRow['status']
  isMapped: boolean
  /** The webinar's provider has finished its recording. */
  isRecorded: boolean
  isHidden: boolean
  /** Its end is still to come. */
  isAhead: boolean
  /** Titles of older events with the same anchor. */
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

/** The pre-flight list in the order in which it is shown. Issue "The organiser's desk". */
const rules: Record<EventCheckCode, Rule> = {
  end_before_start({ event }) {
    const [start, end] = [parseInstant(event.eventTime), parseInstant(event.eventEndTime)]
    return (
      Boolean(start && end && end <= start) && problem('It ends before it starts.', 'eventEndTime')
    )
  },
  past_but_upcoming: ({ event, today }) =>
    event.status === 'upcoming' &&
    event.eventDate !== null &&
    event.eventDate < today &&
    !parseInstant(event.eventTime) &&
    problem('It is marked upcoming, but its date is past and its time is no time.', 'eventTime'),
  completed_but_ahead: ({ event, isAhead }) =>
    event.status === 'completed' &&
    isAhead &&
    warning('It is completed, but its end is still ahead: nobody can register.'),
  unrecognised_recording: ({ event }) =>
    event.recordingReady &&
    !findVideoId(event.videoUrl) &&
    problem(
      'The recording is marked ready, but its link is no recognisable video link.',
      'videoUrl',
    ),
  missing_banner: ({ event }) =>
    event.bannerImage.trim() === '' && problem('It has no banner image.', 'bannerImage'),
  picture_missing: ({ missingPictures: [first, second] }) =>
    first !== undefined &&
    problem(
      second
        ? 'Its banner image and its feature image are not there.'
        : `Its ${first === 'bannerImage' ? 'banner' : 'feature'} image is not there.`,
      first,
    ),
  hidden_by_priority: ({ isHidden }) =>
    isHidden &&
    warning('The landing page does not show it: two other events have priority.', 'priority'),
  same_anchor: ({ sameAnchor }) =>
    sameAnchor !== undefined &&
    warning(
      `Its title gives the same anchor as "${sameAnchor}": links to it end in a number.`,
      'title',
    ),
  no_time: ({ event, status }) =>
    status === 'upcoming' &&
    !parseInstant(event.eventTime) &&
    warning('It has no start that a clock can tell: no reminders and no seats.', 'eventTime'),
  date_not_confirmed: ({ event, status }) =>
    status === 'upcoming' &&
    !event.dateConfirmed &&
    warning(
      'Its date is not confirmed: nobody is told the date and no seats are taken.',
      'dateConfirmed',
    ),
  no_webinar: ({ status, isMapped }) =>
    status === 'upcoming' && !isMapped && warning('No webinar is mapped to it.', 'webinarId'),
  webinar_mail: ({ status, isMapped }) =>
    status === 'upcoming' &&
    isMapped &&
    note(
      "Switch off the webinar's own confirmation mail: it would carry the raw link.",
      'webinarId',
    ),
  webinar_recorded: ({ event, isRecorded }) =>
    isRecorded &&
    !event.videoUrl &&
    note(
      'Its recording is ready in Zoom: put it where people can watch it, then enter the link.',
      'videoUrl',
    ),
}

/**
 * The pre-flight list of every event that is not cancelled. `isThere` says whether the picture of an
 * address can be shown.
 */
export async function checkEvents(
  db: Db,
  moment: Moment,
  isThere: (address: string) => Promise<boolean>,
): Promise<{ eventId: number; checks: EventCheck[] }[]> {
  const rows = await db
    .select({
      event: events,
      isActive: zoomWebinarMappings.isActive,
      recordedAt: webinarRecordings.recordedAt,
    })
    .from(events)
    .leftJoin(zoomWebinarMappings, eq(zoomWebinarMappings.eventId, events.id))
    .leftJoin(webinarRecordings, eq(webinarRecordings.eventId, events.id))
    .where(isNull(events.cancelledAt))
    .orderBy(asc(events.id))
  const upcoming = await listUpcomingEvents(db, moment)
  const future = (await listEvents(db, moment))
    .filter(({ status }) => status === 'pre_registration')
    .toSorted((one, other) => one.priority - other.priority || one.id - other.id)
  const shown = [...upcoming.slice(0, 2), ...future.slice(0, 2)].map(({ id }) => id)
  const sameAnchors = findSameAnchors(rows.map(({ event }) => event))
  const today = dayInZone(moment.now, moment.timeZone)
  return Promise.all(
    rows.map(async ({ event, isActive, recordedAt }) => {
      const status = effectiveStatus(event, moment.now, moment.timeZone)
      const checked: Checked = {
        event,
        status,
        isMapped: isActive === true,
        isRecorded: recordedAt !== null,
        isAhead: (eventEnd(event, moment.timeZone) ?? moment.now) > moment.now,
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
  return (Object.keys(rules) as EventCheckCode[]).flatMap((code) => {
    const found = rules[code](checked)
    return found ? [{ code, ...found }] : []
  })
}

/** For each event whose anchor another one had first: that one's title. */
function findSameAnchors(listed: { id: number; title: string }[]) {
  const first = new Map<string, string>()
  const same = new Map<number, string>()
  for (const event of listed) {
    const anchor = interviewAnchors([event]).get(event.id)!
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
