import { useMemo } from 'react'
import type { TableColumn, TableSorting } from './table-column.ts'
import { useAddressFilter } from './use-address-filter.ts'

/** `Last Access`, or `-Last Access` the other way round. */
function writeSorting(sorting: TableSorting | undefined) {
  return sorting && `${sorting.isDescending ? '-' : ''}${sorting.header}`
}

function readSorting<Row>(text: string, columns: TableColumn<Row>[]): TableSorting | undefined {
  const isDescending = text.startsWith('-')
  const header = isDescending ? text.slice(1) : text
  return columns.some((column) => column.header === header) ? { header, isDescending } : undefined
}

/** What a table is searched, filtered and sorted by, in the room's address under the table's own name. */
export function useTableFilter<Row>(table: string, columns: TableColumn<Row>[]) {
  const names = { query: `${table}-search`, chosen: `${table}-filter`, sorting: `${table}-sort` }
  const [filter, setFilter] = useAddressFilter((params): Record<string, string> => ({
    [names.query]: params.get(names.query) ?? '',
    [names.chosen]: params.get(names.chosen) ?? '',
    [names.sorting]: params.get(names.sorting) ?? '',
  }))
  const set = (name: string) => (value: string) => setFilter({ ...filter, [name]: value })
  const sortedBy = filter[names.sorting] ?? ''
  const sorting = useMemo(() => readSorting(sortedBy, columns), [sortedBy, columns])
  return {
    query: filter[names.query] ?? '',
    chosen: filter[names.chosen] ?? '',
    sorting,
    setQuery: set(names.query),
    setChosen: set(names.chosen),
    setSorting: (next: TableSorting | undefined) => set(names.sorting)(writeSorting(next) ?? ''),
    showAll: () => setFilter({ ...filter, [names.query]: '', [names.chosen]: '' }),
  }
}
