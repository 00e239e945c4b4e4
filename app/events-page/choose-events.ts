import type { PublicEvent } from '#kernel/event-shapes.ts'
import { eventDay, eventStart, formatEventDate } from '#kernel/event-time.ts'
import { containsWords } from '#kernel/fold-text.ts'

/** An event without its long description, which the list of events does not show. */
export type ShownEvent = Omit<PublicEvent, 'description'>
export type Month = { name: string; events: ShownEvent[] }
export type ChosenEvents = { upcoming: Month[]; past: Month[] }

/**
 * Returns the events that have the tag and contain all words of `search`, grouped by month. Upcoming events begin
 * with the next one, past events with the latest. Events without a date are last.
 */
export function chooseEvents(
  events: PublicEvent[],
  { tag, search }: { tag: string; search: string },
  zone: string,
): ChosenEvents {
  const chosen = events.filter((event) => {
    if (tag !== '' && !event.tags.includes(tag)) return false
    const { title, speakerName, speakerTitle, description, tags } = event
    const texts = [title, speakerName, speakerTitle, description, ...tags]
    return search === '' || containsWords(texts.join(' '), search)
  })
  const isPast = ({ status }: PublicEvent) => status === 'completed'
  const months = (some: PublicEvent[], direction: 1 | -1, undated: string) =>
    groupByMonth(sortByTime(some, direction, zone), undated, zone)
  return {
    upcoming: months(
      chosen.filter((event) => !isPast(event)),
      1,
      'Date to be announced',
    ),
    past: months(chosen.filter(isPast), -1, 'Without a date'),
  }
}

/** Sorts events by day in the zone, then start: the earliest first (1) or the latest first (-1). */
function sortByTime(events: PublicEvent[], direction: 1 | -1, zone: string): PublicEvent[] {
  const timed = events.map((event) => ({
    event,
    day: Date.parse(eventDay(event, zone) ?? ''),
    start: eventStart(event)?.getTime() ?? 0,
  }))
  const sorted = timed.toSorted((one, other) => {
    const undated = Number(Number.isNaN(one.day)) - Number(Number.isNaN(other.day))
    const time = one.day - other.day || one.start - other.start || one.event.id - other.event.id
    return undated || direction * time
  })
  return sorted.map(({ event }) => event)
}

function groupByMonth(events: PublicEvent[], undated: string, zone: string): Month[] {
  const months: Month[] = []
  for (const { description: _description, ...event } of events) {
    const date = formatEventDate(event, zone)
    const name = date === null ? undated : date.split(' ').slice(-2).join(' ')
    if (months.at(-1)?.name !== name) months.push({ name, events: [] })
    months.at(-1)!.events.push(event)
  }
  return months
}
