import { call, pathOf, type Address, type EntryAt } from '#client/api/call.ts'
import type { SentBodyOf } from '#kernel/endpoint.ts'
import type { AccessType } from '#kernel/values.ts'

type AccessEvent = {
  email: string
  accessType: AccessType
  videoId?: number
  videoTitle?: string
  /** Whole seconds since the page loaded; marks the closing of a page_visit. */
  sessionDuration?: number
}

/** Specification, "Usage": the address is left to the server. */
function form(event: AccessEvent) {
  return { ...event, ipAddress: '', userAgent: navigator.userAgent }
}

/** Notes one use of the library. A failure is logged and nothing else. Specification, "Calls". */
export async function trackAccess(event: AccessEvent): Promise<void> {
  try {
    await call('POST /api/track-access', { body: form(event), keepalive: true })
  } catch (error) {
    console.warn('This use of the library could not be noted', error)
  }
}

/** The same from a page that is being closed. */
export function trackAccessOnClosing(event: AccessEvent) {
  sendBeacon('POST /api/track-access', form(event))
}

/**
 * Sends a POST call that outlives its page, without an answer: `sendBeacon`, or where the browser
 * refuses that, a fetch that is kept alive. Whether it arrives is not known.
 */
export function sendBeacon<A extends Address & `POST ${string}`>(
  address: A,
  body: SentBodyOf<EntryAt<A>>,
) {
  const path = pathOf(address)
  const blob = new Blob([JSON.stringify(body)], { type: 'application/json' })
  if (navigator.sendBeacon(path, blob)) return
  fetch(path, { method: 'POST', body: blob, credentials: 'include', keepalive: true }).catch(
    () => {},
  )
}
