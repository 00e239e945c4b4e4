import type { ReactNode } from 'react'

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
