/** Names of events in addresses. Specification, "Event pages". */

/**
 * A title has at most so many characters; some become several, and an index cannot hold any length.
 */
const longest = 200

/**
 * `Building Café Négoce: "Year One"!` as `building-cafe-negoce-year-one`; empty where nothing is
 * left.
 */
export function slugify(title: string): string {
  return title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .normalize('NFC')
    .slice(0, longest)
    .replace(/-+$|[\uD800-\uDBFF]$/g, '')
}

/**
 * The first of `title`, `title-2`, `title-3` … that nobody has; a title without letters uses the
 * id.
 */
export function freeSlug({ id, title }: { id: number; title: string }, taken: Set<string>): string {
  const plain = slugify(title) || String(id)
  let slug = plain
  for (let copy = 2; taken.has(slug); copy++) slug = `${plain}-${copy}`
  return slug
}

/** The anchor of a completed interview on the landing page. */
export function interviewAnchor({ slug }: { slug: string }): string {
  return `interview-${slug}`
}

/** Where an event's own page is. Specification, "Event pages". */
export function eventPath(slug: string): string {
  return `/events/${encodeURIComponent(slug)}`
}

/** The page that converts an event's time to the reader's zone; mails link to it. */
export function eventTimePath(slug: string): string {
  return `${eventPath(slug)}/time`
}

/** What stands in the address of an event's share picture, so that a changed event has another one. */
export function shareVersion(updatedAt: string): string {
  return Date.parse(updatedAt).toString(36)
}

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
