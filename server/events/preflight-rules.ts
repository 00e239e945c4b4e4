import { parseInstant } from '#shared/event-time.ts'
import type { EventCheck, EventCheckCode } from '#shared/contract/event-checks.ts'
import { findVideoId } from '#shared/video-link.ts'
import type { EventRow } from './event-row.ts'

/** What is known of an event when it is looked over. */
export type Checked = {
  event: EventRow
  status: EventRow['status']
  isMapped: boolean
  /** In a meeting, whose own mail we switch off. */
  isMeeting: boolean
  /** The webinar's provider has finished its recording. */
  isRecorded: boolean
  /** What is said in its recording can be read; a draft of that waits to be put. */
  hasTranscript: boolean
  hasDraft: boolean
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

/** The pre-flight list in the order in which it is shown. Specification, "Events". */
export const preflightRules: Record<EventCheckCode, Rule> = {
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
  no_room: ({ event, status, isMapped }) =>
    status === 'upcoming' &&
    !isMapped &&
    !event.roomUrl &&
    warning('It has neither a room nor a webinar: the join link leads nowhere.', 'roomUrl'),
  webinar_mail: ({ status, isMapped, isMeeting }) =>
    status === 'upcoming' &&
    isMapped &&
    !isMeeting &&
    note(
      "Switch off the webinar's own confirmation mail: it would carry the raw link.",
      'webinarId',
    ),
  transcript_waiting: ({ hasDraft }) =>
    hasDraft && note('Zoom has written down what was said: look at it, then put the transcript.'),
  no_transcript: ({ event, status, hasTranscript, hasDraft }) =>
    status === 'completed' &&
    event.recordingReady &&
    Boolean(findVideoId(event.videoUrl)) &&
    !hasTranscript &&
    !hasDraft &&
    note('Its recording has no transcript: nobody can search what was said.'),
  webinar_recorded: ({ event, isRecorded }) =>
    isRecorded &&
    !event.videoUrl &&
    note(
      'Its recording is ready in Zoom: put it where people can watch it, then enter the link.',
      'videoUrl',
    ),
}
