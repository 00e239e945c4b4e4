import {
  createSortedRowModel,
  rowSortingFeature,
  sortFn_basic,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useMemo } from 'react'
import { plainText } from './find-rows.ts'
import type { TableColumn, TableSorting } from './table-column.ts'

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { basic: sortFn_basic },
})

type SortedRows<Row extends object> = {
  rows: Row[]
  columns: TableColumn<Row>[]
  sorting: TableSorting | undefined
  keyOf: (row: Row) => string
}

/** The rows in the chosen order, with a key each. Equal ones stay in the order they came in. */
export function useSortedRows<Row extends object>(given: SortedRows<Row>) {
  const { rows, columns, sorting, keyOf } = given
  const defined = useMemo(
    () =>
      columns.map(({ header, text, sortKey }) => ({
        id: header,
        // Made plain once for each row, so that comparing a hundred thousand is cheap.
        accessorFn: (row: Row) => sortKey?.(row) ?? plainText(text(row)),
        sortFn: 'basic' as const,
      })),
    [columns],
  )
  const state = useMemo(
    () => ({ sorting: sorting ? [{ id: sorting.header, desc: sorting.isDescending }] : [] }),
    [sorting],
  )
  const table = useTable({ features, columns: defined, data: rows, getRowId: keyOf, state })
  return table.getRowModel().rows
}
