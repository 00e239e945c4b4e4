import type { AdminEvent } from '#shared/contract/events.ts'

/** Titles for the ids that rows hold, and the choices of a filter by event. */
export function nameEvents(events: Pick<AdminEvent, 'id' | 'title'>[] = []) {
  const titles = new Map(events.map(({ id, title }) => [id, title]))
  const titleOf = (id: number) => titles.get(id) ?? `Event ${id}`
  return {
    titleOf,
    /** The events of these rows with their numbers, in the order of the events. */
    options(rows: { eventId: number | null }[]) {
      const counts = new Map<number, number>()
      for (const { eventId } of rows) {
        if (eventId !== null) counts.set(eventId, (counts.get(eventId) ?? 0) + 1)
      }
      const known = events.map(({ id }) => id).filter((id) => counts.has(id))
      const ids = new Set([...known, ...counts.keys()])
      return [...ids].map((id) => ({
        value: String(id),
        label: `${titleOf(id)} (${counts.get(id)?.toLocaleString('en-GB')})`,
      }))
    },
  }
}
