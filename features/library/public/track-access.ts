import { call, pathOf, type Address, type EntryAt } from '#client/api/call.ts'
import type { SentBodyOf } from '#kernel/endpoint.ts'
import type { AccessType } from '#kernel/values.ts'

type AccessEvent = {
  email: string
  accessType: AccessType
  videoId?: number
  videoTitle?: string
  /** Whole seconds since the page loaded; marks the call as the closing one of a page_visit. */
  sessionDuration?: number
}

/** The server determines the IP address. */
function form(event: AccessEvent) {
  return { ...event, ipAddress: '', userAgent: navigator.userAgent }
}

/** Sends one use of the library to the server. Failures are only logged. */
export async function trackAccess(event: AccessEvent): Promise<void> {
  try {
    await call('POST /api/track-access', { body: form(event), keepalive: true })
  } catch (error) {
    console.warn('This use of the library could not be noted', error)
  }
}

/** Sends a use of the library from a page that is being closed. */
export function trackAccessOnClosing(event: AccessEvent) {
  sendBeacon('POST /api/track-access', form(event))
}

/**
 * Sends a POST call that outlives its page: by `sendBeacon`, or by a fetch with `keepalive` if the
 * browser rejects the beacon. Delivery is not confirmed.
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
