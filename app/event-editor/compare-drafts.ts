import { statusNames } from '#features/events/admin/event-status.ts'
import {
  formatEventDate,
  formatEventTime,
  parseInstant,
  type DisplayZone,
} from '#kernel/event-time.ts'
import type { EventDraft } from './event-draft.ts'
import { resolveTimes } from './event-times.ts'

type Name = keyof EventDraft

type Part = { label: string; names: Name[]; show: (draft: EventDraft, zone: DisplayZone) => string }

function text(label: string, name: Name): Part {
  return { label, names: [name], show: (draft) => String(draft[name]) || 'empty' }
}

function flag(label: string, name: Name): Part {
  return { label, names: [name], show: (draft) => (draft[name] ? 'yes' : 'no') }
}

function showTimes(draft: EventDraft, display: DisplayZone) {
  const { eventDate, eventTime, eventEndTime } = resolveTimes(draft, display.zone)
  const times = { status: draft.status, eventDate, eventTime, eventEndTime }
  const shown = [formatEventDate(times, display.zone), formatEventTime(times, display)]
  const textEnd = eventEndTime && !parseInstant(eventEndTime) ? `until ${eventEndTime}` : ''
  return [...shown, textEnd].filter(Boolean).join(', ') || 'no date'
}

/** What belongs together: a date without its times would be another interview. */
const parts: Part[] = [
  text('Title', 'title'),
  text('Speaker name', 'speakerName'),
  text('Speaker title', 'speakerTitle'),
  text('Description', 'description'),
  {
    label: 'Date and time',
    names: ['eventDate', 'timeKind', 'start', 'end', 'eventTime', 'eventEndTime'],
    show: showTimes,
  },
  flag('Date confirmed', 'dateConfirmed'),
  {
    label: 'Publishing',
    names: ['publishing', 'publishDay', 'publishTime'],
    show: ({ publishing, publishDay, publishTime }) =>
      publishing === 'moment'
        ? `from ${publishDay} ${publishTime} on`
        : { now: 'published', draft: 'a draft' }[publishing],
  },
  { label: 'Status', names: ['status'], show: ({ status }) => statusNames[status] },
  text('Priority', 'priority'),
  text('Banner image', 'bannerImage'),
  {
    label: 'Feature image',
    names: ['featureImage'],
    show: ({ featureImage }) => featureImage || "the recording's thumbnail",
  },
  text('Room address', 'roomUrl'),
  text('Webinar ID', 'webinarId'),
  { label: 'In Zoom', names: ['webinarKind'], show: ({ webinarKind }) => webinarKind },
  text('Recording link', 'videoUrl'),
  flag('Recording ready', 'recordingReady'),
]

export type Difference = {
  label: string
  before: string
  theirs: string
  /** What this form holds; undefined where only the other one changed it. */
  mine: string | undefined
}

function isDifferent(part: Part, one: EventDraft, other: EventDraft) {
  return part.names.some((name) => one[name] !== other[name])
}

type ThreeDrafts = { before: EventDraft; theirs: EventDraft; mine: EventDraft }

/** What the other administrator changed, field by field, beside what this form would write. */
export function compareDrafts({ before, theirs, mine }: ThreeDrafts, zone: DisplayZone) {
  return parts
    .filter((part) => isDifferent(part, before, theirs))
    .map((part): Difference => {
      const isMine = isDifferent(part, before, mine) && isDifferent(part, theirs, mine)
      return {
        label: part.label,
        before: part.show(before, zone),
        theirs: part.show(theirs, zone),
        mine: isMine ? part.show(mine, zone) : undefined,
      }
    })
}

/** Theirs, with what only this form changed, and what it keeps of the fields both changed. */
export function mergeDrafts(
  { before, theirs, mine }: ThreeDrafts,
  keepsMine: (label: string) => boolean,
): EventDraft {
  const kept = parts.filter(
    (part) =>
      isDifferent(part, before, mine) &&
      (!isDifferent(part, before, theirs) || keepsMine(part.label)),
  )
  const names = kept.flatMap((part) => part.names)
  return { ...theirs, ...Object.fromEntries(names.map((name) => [name, mine[name]])) }
}
