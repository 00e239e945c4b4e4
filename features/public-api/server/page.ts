import { cursorAfter } from '#features/public-api/contract.ts'

/** A requested page of a list; `cursor` is the id of the last row of the previous page. */
export type Page = { limit: number; cursor?: number | undefined }

/** Returns a page of a list. `rows` must have one row more than fits if there are further pages. */
export function pageOf<Row extends { id: number }>(
  rows: Row[],
  { limit }: Page,
): { rows: Row[]; nextCursor: string | null } {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { rows: shown, nextCursor: rows.length > limit && last ? cursorAfter(last.id) : null }
}
