import { type ReactNode, useMemo } from 'react'
import { foldText } from '#kernel/fold-text.ts'

export type TableColumn<Row> = {
  header: string
  /** What is shown without a `cell`, searched where `isSearched`, and written to the CSV. */
  text: (row: Row) => string
  cell?: (row: Row) => ReactNode
  /** By what the column is sorted, when not by its text. */
  sortKey?: (row: Row) => string | number
  isSearched?: boolean
  /** Pressed once, the most or the latest comes first. */
  isLatestFirst?: boolean
  /** Numbers stand at the right, and the most come first. */
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
 * A search over rows: those in whose searched columns every word of the query stands. What is searched
 * is made plain once, at the first query.
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

/** The rows in the chosen order, or as they came. Equal ones stay in the order they came in. */
export function useSortedRows<Row>(
  rows: Row[],
  columns: TableColumn<Row>[],
  sorting: TableSorting | undefined,
): Row[] {
  return useMemo(() => {
    const column = columns.find(({ header }) => header === sorting?.header)
    if (!column || !sorting) return rows
    // Made plain once for each row, so that comparing a hundred thousand is cheap.
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
