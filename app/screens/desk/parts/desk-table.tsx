import { Download } from 'lucide-react'
import { memo, type ReactNode, useDeferredValue, useMemo } from 'react'
import { dayInZone } from '#shared/event-time.ts'
import { downloadText } from '#app/components/download-text.ts'
import type { ArrivingList } from '#app/api/list-query.ts'
import { useSite } from '#app/components/use-site.ts'
import { Button } from '#app/ui/button.tsx'
import { countRows } from './count-rows.ts'
import { createRowSearch } from './find-rows.ts'
import { TableCards } from './table-cards.tsx'
import type { TableColumn, TableFilter, TableSorting } from './table-column.ts'
import { TableControls } from './table-controls.tsx'
import { TableRows } from './table-rows.tsx'
import { useTableFilter } from './use-table-filter.ts'
import { useMedia } from './use-media.ts'
import { useOnceComplete } from './use-once-complete.ts'
import { useSortedRows } from './use-sorted-rows.ts'
import { writeCsv } from './write-csv.ts'

type AdminTableProps<Row> = {
  /** What the rows are called together; also names the table and its parts. */
  label: string
  list: ArrivingList<Row>
  /** How many rows there are, as they are counted, while the list arrives. */
  expected: number | undefined
  columns: TableColumn<Row>[]
  keyOf: (row: Row) => string | number
  filter?: TableFilter<Row>
  empty: ReactNode
  /** Of the downloaded file, which the day follows; what it is searched by stands under it in the address. */
  fileName: string
}

/**
 * Rows to search, filter, sort and download, of which only those in sight are drawn: a hundred
 * thousand are as fluid as ten. A table, on a telephone cards. Rows of four lists arrive at once: none is
 * drawn anew for another's.
 */
export const AdminTable = memo(Table) as typeof Table

function Table<Row>(props: AdminTableProps<Row>) {
  const { label, columns, keyOf, filter, fileName, expected } = props
  const { rows, isComplete } = props.list
  const { zone } = useSite().site.display
  const isNarrow = useMedia('(max-width: 40rem)')
  const { query, chosen, sorting, setQuery, setChosen, setSorting, showAll } = useTableFilter(
    fileName,
    columns,
  )
  // What is typed and pressed shows at once; the rows follow.
  const wanted = { query: useDeferredValue(query), sorting: useDeferredValue(sorting) }

  const search = useMemo(() => createRowSearch(rows, columns), [rows, columns])
  const found = useMemo(() => {
    const matching = search(wanted.query)
    if (!filter || chosen === '') return matching
    return matching.filter((row) => filter.valueOf(row) === chosen)
  }, [search, wanted.query, filter, chosen])
  const sorted = useSortedRows(found, columns, wanted.sorting)

  const download = useOnceComplete(isComplete, () => {
    const cells = sorted.map((row) => columns.map(({ text }) => text(row)))
    const headers = columns.map(({ header }) => header)
    downloadText(`${fileName}-${dayInZone(new Date(), zone)}.csv`, writeCsv(headers, cells))
  })

  if (rows.length === 0) return <p className="py-3 text-muted">{props.empty}</p>

  return (
    <div className="min-w-0">
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2.5">
        <TableControls
          {...{ label, query, filter, chosen }}
          onQuery={setQuery}
          onChoose={setChosen}
          sortBy={isNarrow ? { columns, sorting } : undefined}
          onSorting={setSorting}
        />
        <div className="flex grow flex-wrap items-center justify-between gap-x-4 sm:grow-0">
          <output className="text-small text-muted figures">
            {countRows({ found: found.length, all: rows.length }, { isComplete, expected })}
          </output>
          <Button
            variant="quiet"
            className="px-1! text-small!"
            pending={download.isWaiting}
            onClick={download.press}
          >
            <Download aria-hidden size={16} />
            <span>
              {download.isWaiting ? 'Follows once all rows are here' : 'Download as CSV'}
              <span className="sr-only">: {label}</span>
            </span>
          </Button>
        </div>
      </div>
      {found.length === 0 && (
        <div className="flex flex-wrap items-center gap-x-4 rounded-lg border border-line bg-surface px-4 py-3">
          <p className="text-muted">Nothing matches.</p>
          <Button variant="quiet" className="px-1! text-small!" onClick={showAll}>
            Show all
          </Button>
        </div>
      )}
      {found.length > 0 && isNarrow && <TableCards rows={sorted} {...{ label, columns, keyOf }} />}
      {found.length > 0 && !isNarrow && (
        <TableRows
          {...{ label, columns, keyOf, sorting }}
          rows={sorted}
          onSort={(column) => setSorting(turnSorting(column, sorting))}
        />
      )}
    </div>
  )
}

/** One way, the other way, and back to how they came. */
function turnSorting<Row>(
  { header, isNumber = false, isLatestFirst = isNumber }: TableColumn<Row>,
  before: TableSorting | undefined,
): TableSorting | undefined {
  if (before?.header !== header) return { header, isDescending: isLatestFirst }
  return before.isDescending === isLatestFirst
    ? { header, isDescending: !isLatestFirst }
    : undefined
}
