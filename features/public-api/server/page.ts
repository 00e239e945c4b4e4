import { cursorAfter } from '#features/public-api/contract.ts'

/** The requested page; `cursor` is the id of the last row before it. */
export type Page = { limit: number; cursor?: number | undefined }

/** Builds a page from rows, of which the caller requested one more than fits. */
export function pageOf<Row extends { id: number }>(
  rows: Row[],
  { limit }: Page,
): { rows: Row[]; nextCursor: string | null } {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { rows: shown, nextCursor: rows.length > limit && last ? cursorAfter(last.id) : null }
}
