import type { Endpoint } from './endpoint.ts'
import type { RefusalCode } from './refusals.ts'

/** What an entry may refuse with: what follows from what it is, then what it lists itself. */
export function refusalsOf(entry: Endpoint): RefusalCode[] {
  const isChange = entry.method !== 'GET'
  const isSigned = entry.access === 'signed'
  const takesInput = isChange || entry.params !== undefined || entry.query !== undefined
  const following: [RefusalCode, boolean][] = [
    ['invalid_input', takesInput],
    ['not_signed_in', entry.access !== 'public'],
    ['foreign_site', isChange && !isSigned],
    ['too_large', isChange],
    ['address_too_long', entry.params !== undefined],
    ['not_json', isChange && !isSigned],
    ['too_many', !entry.isUnlimited],
    ['unavailable', !entry.isUnlimited],
  ]
  return [
    ...following.filter(([, follows]) => follows).map(([code]) => code),
    ...(entry.refusals ?? []),
  ]
}
