/** Anchors of completed interviews. Specification 2, "Previous Interviews"; decisions.md, "Events". */

function slugify(title: string) {
  return title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
}

/**
 * The anchor `interview-{slug}` of each event by its id. A title that another already uses gets `-2`,
 * the older event keeping the plain one; an empty slug uses the id.
 */
export function interviewAnchors(events: { id: number; title: string }[]): Map<number, string> {
  const anchors = new Map<number, string>()
  const taken = new Set<string>()
  for (const event of events.toSorted((a, b) => a.id - b.id)) {
    const slug = slugify(event.title) || String(event.id)
    let anchor = `interview-${slug}`
    for (let copy = 2; taken.has(anchor); copy++) anchor = `interview-${slug}-${copy}`
    taken.add(anchor)
    anchors.set(event.id, anchor)
  }
  return anchors
}
