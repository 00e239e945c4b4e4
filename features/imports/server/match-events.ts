import { setImmediate } from 'node:timers/promises'
import { asc } from 'drizzle-orm'
import { distance } from 'fastest-levenshtein'
import type { EventRow } from '#features/events/server/event-rows.ts'
import { matchableTitle } from '#features/imports/rules.ts'
import type { Transaction } from '#platform/db/open.ts'
import { events } from '#schema/events.ts'
import { showValue } from './check-rows.ts'

/** The event that a row's cell names; if no event fits, the cell's text as `unmatched`. An empty cell has neither. */
type EventMatch = { event?: EventRow; unmatched?: string }

export type EventMatcher = {
  /**
   * Finds an event by id, then by title. Titles are compared without regard to case and surrounding space
   * and, if none is equal, also to differences in spaces, quotes and dashes. An empty text and 'null' mean
   * no event.
   */
  match(identifier: string | null | undefined): EventMatch
  explain(identifier: string): Promise<string>
  /**
   * Returns the title of the event most similar to `identifier`. Returns null if `identifier` is a number, if several
   * events have that title, or if there are no events.
   */
  findNearest(identifier: string): Promise<string | null>
}

const longestCompared = 200

/** Matches event IDs and other numbers, for which no similar title is suggested. */
const numberLike = /^[#\s\d.,/-]+$/

/** Reads all events, and locks them against deletion, but not against edits, until the transaction ends. */
export async function readEventsToMatch(tx: Transaction): Promise<EventMatcher> {
  const rows = await tx.select().from(events).orderBy(asc(events.id)).for('key share')
  const byId = new Map(rows.map((event) => [event.id, event]))
  const byTitle = Map.groupBy(rows, (event) => matchableTitle(event.title))
  const bySpelling = Map.groupBy(rows, (event) => spellingOf(event.title))
  const findNamed = (identifier: string) =>
    bySpelling.get(spellingOf(identifier)) ?? byTitle.get(matchableTitle(identifier)) ?? []
  const nearest = new Map<string, string | undefined>()

  async function findNearestTitle(identifier: string) {
    if (numberLike.test(identifier)) return undefined
    const wanted = identifier.slice(0, longestCompared)
    if (nearest.has(wanted)) return nearest.get(wanted)
    // Comparing a title with all others takes long, so let other requests run first.
    await setImmediate()
    const title = nearestTitle(wanted, [...byTitle.keys()])
    const found = title === undefined ? undefined : byTitle.get(title)?.[0]?.title
    nearest.set(wanted, found)
    return found
  }

  return {
    match(identifier) {
      const wanted = matchableTitle(identifier ?? '')
      if (wanted === '' || wanted === 'null') return {}
      const event = /^\d{1,10}$/.test(wanted) ? byId.get(Number(wanted)) : undefined
      if (event) return { event }
      const named = findNamed(identifier ?? '')
      return named.length === 1 ? { event: named[0] } : { unmatched: identifier ?? '' }
    },
    async explain(identifier) {
      const named = findNamed(identifier)
      if (named.length > 0) {
        const ids = named.map((event) => event.id).join(', ')
        return `Several events have the title ${showValue(identifier)}; enter the ID (${ids})`
      }
      const unknown = `No event is called ${showValue(identifier)}`
      if (rows.length === 0) return `${unknown}; there are no events`
      const title = await findNearestTitle(matchableTitle(identifier))
      return title === undefined ? unknown : `${unknown}; the nearest title is "${title}"`
    },
    async findNearest(identifier) {
      const wanted = matchableTitle(identifier)
      return byTitle.has(wanted) ? null : ((await findNearestTitle(wanted)) ?? null)
    },
  }
}

function spellingOf(title: string) {
  return title.trim().toLowerCase()
}

function nearestTitle(wanted: string, titles: string[]): string | undefined {
  let best: { title: string; edits: number } | undefined
  for (const title of titles) {
    const compared = title.slice(0, longestCompared)
    if (best && Math.abs(compared.length - wanted.length) >= best.edits) continue
    const edits = distance(wanted, compared)
    if (!best || edits < best.edits) best = { title, edits }
  }
  return best?.title
}
