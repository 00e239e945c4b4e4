/** Slugs of events in URLs. */

/**
 * Maximum characters of a slug. Decomposing Unicode letters lengthens titles, and PostgreSQL limits the size of
 * index entries.
 */
const longest = 200

/**
 * Returns the slug of an event's title: `building-cafe-negoce-year-one` for `Building Café Négoce: "Year
 * One"!`. May be empty.
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
 * Returns a slug for an event: the first of `title`, `title-2`, `title-3` … that is not taken. For a title
 * without letters and digits, the id takes the place of `title`.
 */
export function freeSlug({ id, title }: { id: number; title: string }, taken: Set<string>): string {
  const plain = slugify(title) || String(id)
  let slug = plain
  for (let copy = 2; taken.has(slug); copy++) slug = `${plain}-${copy}`
  return slug
}

/** Returns the element id of a completed interview on the landing page, for links to it. */
export function interviewAnchor({ slug }: { slug: string }): string {
  return `interview-${slug}`
}

export function eventPath(slug: string): string {
  return `/events/${encodeURIComponent(slug)}`
}

/** Returns the path of the page that shows an event's time in the visitor's time zone. Mails link to this page. */
export function eventTimePath(slug: string): string {
  return `${eventPath(slug)}/time`
}

/**
 * Returns the version in the URL of an event's share picture. After a change of the event, the new URL bypasses
 * caches.
 */
export function shareVersion(updatedAt: string): string {
  return Date.parse(updatedAt).toString(36)
}

/**
 * Returns the URL that opens the library's player with a recording: `/members?watch=7&t=724` for event 7 at second 724.
 * Without `seconds`, the player starts at the visitor's saved position. `page` is another page that passes the query on
 * to the library, such as its sign-in page.
 */
export function writeWatchAddress(eventId: number, seconds?: number, page = '/members'): string {
  return `${page}?watch=${eventId}${seconds === undefined ? '' : `&t=${Math.floor(seconds)}`}`
}

/**
 * Returns the event id and the position in seconds from the query string of a `/members?watch=` URL; undefined
 * without a valid id.
 */
export function readWatchAddress(
  address: URLSearchParams,
): { eventId: number; from: number | undefined } | undefined {
  const eventId = Number(address.get('watch') ?? '')
  if (!Number.isInteger(eventId) || eventId < 1) return undefined
  const seconds = Math.floor(Number(address.get('t') || Number.NaN))
  return { eventId, from: seconds >= 0 && seconds < 43_200 ? seconds : undefined }
}
