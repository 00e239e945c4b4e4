import { useMemo } from 'react'
import { plainText } from './find-rows.ts'
import type { TableColumn, TableSorting } from './table-column.ts'

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
      key: column.sortKey?.(row) ?? plainText(column.text(row)),
    }))
    const before = sorting.isDescending ? 1 : -1
    keyed.sort((one, other) => {
      if (one.key === other.key) return 0
      return one.key < other.key ? before : -before
    })
    return keyed.map(({ row }) => row)
  }, [rows, columns, sorting])
}
