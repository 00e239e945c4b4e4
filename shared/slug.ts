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

/** The stored slug; until an event has one, its id serves. */
export function slugOf({ id, slug }: { id: number; slug: string | null }): string {
  return slug ?? String(id)
}

/** The anchor of a completed interview on the landing page. */
export function interviewAnchor({ slug }: { slug: string }): string {
  return `interview-${slug}`
}

/** Where an event's own page is. Specification, "Event pages". */
export function eventPath(slug: string): string {
  return `/events/${encodeURIComponent(slug)}`
}
