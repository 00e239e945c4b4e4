/** Slugs of events in URLs. */

/** Maximum characters of a slug: transliteration lengthens titles, and index entries are limited. */
const longest = 200

/** Returns `building-cafe-negoce-year-one` for `Building Café Négoce: "Year One"!`; may be empty. */
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
 * Returns the first of `title`, `title-2`, `title-3` … that is not taken; the id for a title without letters.
 */
export function freeSlug({ id, title }: { id: number; title: string }, taken: Set<string>): string {
  const plain = slugify(title) || String(id)
  let slug = plain
  for (let copy = 2; taken.has(slug); copy++) slug = `${plain}-${copy}`
  return slug
}

/** Returns the anchor of a completed interview on the landing page. */
export function interviewAnchor({ slug }: { slug: string }): string {
  return `interview-${slug}`
}

export function eventPath(slug: string): string {
  return `/events/${encodeURIComponent(slug)}`
}

/** Returns the path of the page that converts an event's time to the reader's zone; mails link to it. */
export function eventTimePath(slug: string): string {
  return `${eventPath(slug)}/time`
}

/** Returns the version in the URL of an event's share picture, so that changes bypass caches. */
export function shareVersion(updatedAt: string): string {
  return Date.parse(updatedAt).toString(36)
}

/**
 * Returns `/members?watch=7&t=724`, which opens the player of that interview at that second; without seconds,
 * at the saved position. `page`: another page that leads to the library and keeps the parameter.
 */
export function writeWatchAddress(eventId: number, seconds?: number, page = '/members'): string {
  return `${page}?watch=${eventId}${seconds === undefined ? '' : `&t=${Math.floor(seconds)}`}`
}

/** Returns the interview and position in such a URL; undefined if there is none. */
export function readWatchAddress(
  address: URLSearchParams,
): { eventId: number; from: number | undefined } | undefined {
  const eventId = Number(address.get('watch') ?? '')
  if (!Number.isInteger(eventId) || eventId < 1) return undefined
  const seconds = Math.floor(Number(address.get('t') || Number.NaN))
  return { eventId, from: seconds >= 0 && seconds < 43_200 ? seconds : undefined }
}
