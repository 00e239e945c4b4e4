import { call, pathOf, type Address, type EntryAt } from '#client/api/call.ts'
import type { SentBodyOf } from '#kernel/endpoint.ts'
import type { AccessType } from '#kernel/values.ts'

type AccessEvent = {
  email: string
  accessType: AccessType
  videoId?: number
  videoTitle?: string
  /** Duration of the visit in whole seconds. Only the call that closes a page_visit contains it. */
  sessionDuration?: number
}

/** Returns the body of the call. The IP address is empty, because the server takes it from the request. */
function form(event: AccessEvent) {
  return { ...event, ipAddress: '', userAgent: navigator.userAgent }
}

/** Reports one use of the library to the server. Logs failures to the console without throwing. */
export async function trackAccess(event: AccessEvent): Promise<void> {
  try {
    await call('POST /api/track-access', { body: form(event), keepalive: true })
  } catch (error) {
    console.warn('This use of the library could not be noted', error)
  }
}

/** Reports a use of the library from a page that is being closed. */
export function trackAccessOnClosing(event: AccessEvent) {
  sendBeacon('POST /api/track-access', form(event))
}

/**
 * Sends a POST call that completes after its page was closed: by `sendBeacon` or, if the browser rejects
 * that, by a fetch with `keepalive`. The caller does not learn whether the call arrived.
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
