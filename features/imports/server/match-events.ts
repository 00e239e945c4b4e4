import { setImmediate } from 'node:timers/promises'
import { asc } from 'drizzle-orm'
import { distance } from 'fastest-levenshtein'
import type { EventRow } from '#features/events/server/event-rows.ts'
import type { Transaction } from '#platform/db/open.ts'
import { events } from '#schema/events.ts'
import { showValue } from './check-rows.ts'

/** What a row's event cell means: no event, one event, or a problem for its error line. */
type EventMatch = { event?: EventRow; unmatched?: string }

export type EventMatcher = {
  /**
   * By id, else by title, letter case and surrounding space ignored; empty and 'null' mean none.
   */
  match(identifier: string | null | undefined): EventMatch
  /** Says what is wrong with an identifier that matched no event, or several. */
  explain(identifier: string): Promise<string>
  /** The title most like an unknown one; null where several have it, or there are no events. */
  findNearest(identifier: string): Promise<string | null>
}

const longestCompared = 200

function normalise(title: string) {
  return title.normalize('NFC').trim().toLowerCase()
}

/**
 * Reads every event and keeps each from being deleted until the transaction ends; editing them goes
 * on. Specification, "Imports and export".
 */
export async function readEventsToMatch(tx: Transaction): Promise<EventMatcher> {
  const rows = await tx.select().from(events).orderBy(asc(events.id)).for('key share')
  const byId = new Map(rows.map((event) => [event.id, event]))
  const byTitle = Map.groupBy(rows, (event) => normalise(event.title))
  const nearest = new Map<string, string | undefined>()

  async function findNearestTitle(wanted: string) {
    if (nearest.has(wanted)) return nearest.get(wanted)
    // Comparing with every title takes long enough to let other callers in between.
    await setImmediate()
    const title = nearestTitle(wanted, [...byTitle.keys()])
    const found = title === undefined ? undefined : byTitle.get(title)?.[0]?.title
    nearest.set(wanted, found)
    return found
  }

  return {
    match(identifier) {
      const wanted = normalise(identifier ?? '')
      if (wanted === '' || wanted === 'null') return {}
      const event = /^\d{1,10}$/.test(wanted) ? byId.get(Number(wanted)) : undefined
      const named = byTitle.get(wanted) ?? []
      if (event) return { event }
      return named.length === 1 ? { event: named[0] } : { unmatched: identifier ?? '' }
    },
    async explain(identifier) {
      const wanted = normalise(identifier)
      const named = byTitle.get(wanted) ?? []
      if (named.length > 0) {
        const ids = named.map((event) => event.id).join(', ')
        return `Several events have the title ${showValue(identifier)}; give the id (${ids})`
      }
      const title = await findNearestTitle(wanted.slice(0, longestCompared))
      const hint = title === undefined ? 'there are no events' : `the nearest title is "${title}"`
      return `No event is called ${showValue(identifier)}; ${hint}`
    },
    async findNearest(identifier) {
      const wanted = normalise(identifier)
      if (byTitle.has(wanted)) return null
      return (await findNearestTitle(wanted.slice(0, longestCompared))) ?? null
    },
  }
}

/** The title with the smallest edit distance; the first of several. */
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
