/** How long a portion of some work should hold the database, and how many rows it may have. */
export type PortionBounds = { wantedMs: number; least: number; most: number }

/** The size of the next portion: at most twice the last one's, since the next rows may be dearer. */
export function fitPortion(size: number, ms: number, { wantedMs, least, most }: PortionBounds) {
  const fitting = Math.round((size * wantedMs) / Math.max(ms, 1))
  return Math.max(least, Math.min(most, size * 2, fitting))
}
