import type { DraftPart } from '#client/admin/compare-drafts.ts'
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
    label: 'Visibility',
    names: ['publishing', 'publishDay', 'publishTime'],
    show: ({ publishing, publishDay, publishTime }) =>
      publishing === 'moment'
        ? `scheduled for ${publishDay} ${publishTime}`
        : { now: 'published', draft: 'a draft' }[publishing],
  },
  { label: 'Status', names: ['status'], show: ({ status }) => statusNames[status] },
  text('Priority', 'priority'),
  text('Banner image', 'bannerImage'),
  {
    label: 'Feature image',
    names: ['featureImage'],
    show: ({ featureImage }) => featureImage || 'default',
  },
  text('Tags', 'tags'),
  text('Seats', 'capacity'),
  text('Meeting link', 'roomUrl'),
  text('Webinar ID', 'webinarId'),
  {
    label: 'Zoom type',
    names: ['webinarKind'],
    show: ({ webinarKind }) => ({ webinar: 'Webinar', meeting: 'Meeting' })[webinarKind],
  },
  text('Recording link', 'videoUrl'),
  flag('Released to members', 'recordingReady'),
]

/** Returns the parts of an event that are compared if two administrators edit the event at the same time. */
export function eventParts(zone: DisplayZone): DraftPart<EventDraft>[] {
  return parts.map(({ label, names, show }) => ({
    label,
    show: (draft) => show(draft, zone),
    isSame: (one, other) => names.every((name) => one[name] === other[name]),
    take: (from, into) => ({
      ...into,
      ...Object.fromEntries(names.map((name) => [name, from[name]])),
    }),
  }))
}
