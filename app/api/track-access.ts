import type { AccessType } from '#shared/values.ts'
import { call } from './call.ts'
import { sendBeacon } from './send-beacon.ts'

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
