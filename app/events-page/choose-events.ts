import type { PublicEvent } from '#kernel/event-shapes.ts'
import { formatEventDate } from '#kernel/event-time.ts'
import { foldText } from '#kernel/fold-text.ts'

/** The fields of an event that the page shows. */
export type ShownEvent = Pick<
  PublicEvent,
  | 'id'
  | 'slug'
  | 'title'
  | 'speakerName'
  | 'speakerTitle'
  | 'eventDate'
  | 'eventTime'
  | 'eventEndTime'
  | 'status'
  | 'isLive'
  | 'hasRecording'
  | 'tags'
>

export type Month = { name: string; events: ShownEvent[] }
export type ChosenEvents = { upcoming: Month[]; past: Month[] }

/**
 * Returns the events that have the tag and contain all words of `search`, grouped by month. Upcoming events begin
 * with the next one, and those without a date are last; past events begin with the latest.
 */
export function chooseEvents(
  events: PublicEvent[],
  { tag, search }: { tag: string; search: string },
  zone: string,
): ChosenEvents {
  const words = foldText(search).split(/\s+/)
  const chosen = events.filter((event) => {
    const { title, speakerName, speakerTitle, description } = event
    const text = foldText([title, speakerName, speakerTitle, description, ...event.tags].join(' '))
    const hasTag = tag === '' || event.tags.includes(tag)
    return hasTag && words.every((word) => text.includes(word))
  })
  const isPast = ({ status }: PublicEvent) => status === 'completed'
  const byStart = (some: PublicEvent[]) =>
    some.toSorted((one, other) => compareTexts(startOf(one), startOf(other)) || one.id - other.id)
  return {
    upcoming: groupByMonth(byStart(chosen.filter((event) => !isPast(event))), zone),
    past: groupByMonth(byStart(chosen.filter(isPast)).toReversed(), zone),
  }
}

function compareTexts(one: string, other: string) {
  if (one === other) return 0
  return one < other ? -1 : 1
}

/** Returns a key that sorts events by date or instant as text; events without either are last. */
function startOf({ eventDate, eventTime }: PublicEvent) {
  const instant = Date.parse(eventTime ?? '')
  if (!Number.isNaN(instant)) return new Date(instant).toISOString()
  return eventDate ?? 'later'
}

function groupByMonth(events: PublicEvent[], zone: string): Month[] {
  const months: Month[] = []
  for (const event of events) {
    const date = formatEventDate(event, zone)
    const name = date === null ? 'Date to be announced' : date.split(' ').slice(-2).join(' ')
    if (months.at(-1)?.name !== name) months.push({ name, events: [] })
    months.at(-1)!.events.push(pickShown(event))
  }
  return months
}

/** Leaves out fields that the page does not show, such as the long descriptions, from the data sent to browsers. */
function pickShown(event: PublicEvent): ShownEvent {
  const { id, slug, title, speakerName, speakerTitle, eventDate, eventTime, eventEndTime } = event
  const { status, isLive, hasRecording, tags } = event
  return {
    id,
    slug,
    title,
    speakerName,
    speakerTitle,
    eventDate,
    eventTime,
    eventEndTime,
    status,
    isLive,
    hasRecording,
    tags,
  }
}
