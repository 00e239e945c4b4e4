import { cursorAfter } from '#features/programs-api/contract.ts'

/** Which page is asked for; `cursor`: the number of the last row before it. */
export type Page = { limit: number; cursor?: number | undefined }

/** A page, of rows of which one more than it holds was asked for. */
export function pageOf<Row extends { id: number }>(
  rows: Row[],
  { limit }: Page,
): { rows: Row[]; nextCursor: string | null } {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { rows: shown, nextCursor: rows.length > limit && last ? cursorAfter(last.id) : null }
}
