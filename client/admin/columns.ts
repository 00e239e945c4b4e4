import { type ReactNode, useMemo } from 'react'
import { foldText } from '#kernel/fold-text.ts'

export type TableColumn<Row> = {
  header: string
  /** Displayed text, unless there is a `cell`; searched if `isSearched`, and exported to CSV. */
  text: (row: Row) => string
  cell?: (row: Row) => ReactNode
  /** Sort key. Default: the text. */
  sortKey?: (row: Row) => string | number
  isSearched?: boolean
  /** The first press sorts the largest or latest first. */
  isLatestFirst?: boolean
  /** Right-aligned, and sorted largest first. */
  isNumber?: boolean
  /** Share of the table's width, in percent. */
  width: number
}

export type TableSorting = { header: string; isDescending: boolean }

export type TableFilter<Row> = {
  label: string
  all: string
  options: { value: string; label: string }[]
  valueOf: (row: Row) => string
}

/**
 * Returns a search that finds rows whose searched columns contain every word. Normalises their texts once, at
 * the first query.
 */
export function createRowSearch<Row>(rows: Row[], columns: TableColumn<Row>[]) {
  const searched = columns.filter(({ isSearched }) => isSearched)
  let texts: string[] | undefined
  return (query: string): Row[] => {
    const words = foldText(query).split(/\s+/).filter(Boolean)
    if (words.length === 0) return rows
    texts ??= rows.map((row) => foldText(searched.map(({ text }) => text(row)).join('\n')))
    const made = texts
    return rows.filter((_, index) => words.every((word) => made[index]?.includes(word)))
  }
}

/** Returns the rows in the chosen order; the sort is stable. */
export function useSortedRows<Row>(
  rows: Row[],
  columns: TableColumn<Row>[],
  sorting: TableSorting | undefined,
): Row[] {
  return useMemo(() => {
    const column = columns.find(({ header }) => header === sorting?.header)
    if (!column || !sorting) return rows
    // Compute keys once per row, so that sorting 100,000 rows is fast.
    const keyed = rows.map((row) => ({
      row,
      key: column.sortKey?.(row) ?? foldText(column.text(row)),
    }))
    const before = sorting.isDescending ? 1 : -1
    keyed.sort((one, other) => {
      if (one.key === other.key) return 0
      return one.key < other.key ? before : -before
    })
    return keyed.map(({ row }) => row)
  }, [rows, columns, sorting])
}
