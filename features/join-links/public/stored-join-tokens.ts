const key = 'joinTokens'
/** Maximum number of events whose join link's token is stored in the browser. */
const mostKept = 5

type Kept = [eventId: number, token: string][]

/**
 * Returns the token of the join link that was last opened in this browser for an event; null without one, or if
 * storage is disabled.
 */
export function readJoinToken(eventId: number): string | null {
  return readAll().find(([id]) => id === eventId)?.[1] ?? null
}

/** Stores the token of a join link, so that the event's public page can show the join button. */
export function storeJoinToken(eventId: number, token: string) {
  const others = readAll().filter(([id]) => id !== eventId)
  const kept: Kept = [[eventId, token], ...others]
  try {
    window.localStorage.setItem(key, JSON.stringify(kept.slice(0, mostKept)))
  } catch {
    // If storage is disabled, registrants can still use the link in the mail.
  }
}

/** Deletes the tokens of all join links on logout, so that the next user of the browser cannot join with them. */
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
