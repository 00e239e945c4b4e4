import type { PublicEvent } from '#kernel/event-shapes.ts'
import { formatEventDate } from '#kernel/event-time.ts'
import { foldText } from '#kernel/fold-text.ts'

/** What the page shows of an event. */
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
 * Returns the events that have the tag and all words of `search`, by month: upcoming ones from the
 * next on, those without a date last; past ones from the latest on.
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

/** Sorts dates and instants as texts; an event without either comes after all others. */
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

/** Leaves out descriptions, which are long, from what the browser receives. */
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
