import type { SentBodyOf } from '#shared/contract/endpoint.ts'
import { pathOf, type Address, type EntryAt } from './addresses.ts'

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
