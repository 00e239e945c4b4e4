const key = 'joinTokens'
/** Maximum number of events with a stored token. */
const mostKept = 5

type Kept = [eventId: number, token: string][]

/**
 * Returns the token of the join link last opened in this browser for an event. Null if storage is disabled.
 */
export function readJoinToken(eventId: number): string | null {
  return readAll().find(([id]) => id === eventId)?.[1] ?? null
}

/** Stores the token, so that the event's own page can show the join button. */
export function storeJoinToken(eventId: number, token: string) {
  const others = readAll().filter(([id]) => id !== eventId)
  const kept: Kept = [[eventId, token], ...others]
  try {
    window.localStorage.setItem(key, JSON.stringify(kept.slice(0, mostKept)))
  } catch {
    // If storage is disabled, the link in the mail still works.
  }
}

/** Deletes all tokens on logout, so that the browser's next user cannot join with them. */
export function forgetJoinTokens() {
  try {
    window.localStorage.removeItem(key)
  } catch {
    // Storage is disabled, so no token was stored.
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
