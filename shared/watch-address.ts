/**
 * `/members?watch=7&t=724`: opens the player of that interview, for members, at that second; without one
 * it goes on where somebody stopped. `page`: another that leads there and keeps the interview in mind.
 */
export function writeWatchAddress(eventId: number, seconds?: number, page = '/members'): string {
  return `${page}?watch=${eventId}${seconds === undefined ? '' : `&t=${Math.floor(seconds)}`}`
}

/** What an address names; undefined where it names no interview. */
export function readWatchAddress(
  address: URLSearchParams,
): { eventId: number; from: number | undefined } | undefined {
  const eventId = Number(address.get('watch') ?? '')
  if (!Number.isInteger(eventId) || eventId < 1) return undefined
  const seconds = Math.floor(Number(address.get('t') || Number.NaN))
  return { eventId, from: seconds >= 0 && seconds < 43_200 ? seconds : undefined }
}
