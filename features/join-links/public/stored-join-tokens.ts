const key = 'joinTokens'
/** Nobody waits for more events at once. */
const mostKept = 5

type Kept = [eventId: number, token: string][]

/** The token of the join link that was opened last in this browser for an event; storage may be off. */
export function readJoinToken(eventId: number): string | null {
  return readAll().find(([id]) => id === eventId)?.[1] ?? null
}

/** Keeps it, so that the event's own page leads in as well. */
export function storeJoinToken(eventId: number, token: string) {
  const others = readAll().filter(([id]) => id !== eventId)
  const kept: Kept = [[eventId, token], ...others]
  try {
    window.localStorage.setItem(key, JSON.stringify(kept.slice(0, mostKept)))
  } catch {
    // Without storage the link in the mail still leads in.
  }
}

/** Somebody logs out: the next one at this screen is not led in as them. */
export function forgetJoinTokens() {
  try {
    window.localStorage.removeItem(key)
  } catch {
    // Nothing was stored.
  }
}

function readAll(): Kept {
  try {
    const kept: unknown = JSON.parse(window.localStorage.getItem(key) ?? '[]')
    return Array.isArray(kept) ? (kept as Kept).filter(Array.isArray) : []
  } catch {
    return []
  }
}
