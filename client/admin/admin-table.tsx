import { Download } from 'lucide-react'
import {
  memo,
  type ReactNode,
  useDeferredValue,
  useMemo,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { ArrivingList } from '#client/api/list-query.ts'
import { useSite } from '#client/page/use-site.ts'
import { Button } from '#client/ui/button.tsx'
import {
  createRowSearch,
  type TableColumn,
  type TableFilter,
  type TableSorting,
  useSortedRows,
} from './columns.ts'
import { downloadRows } from './download-rows.tsx'
import { TableControls } from './table-controls.tsx'
import { TableCards, TableRows } from './table-rows.tsx'
import { useAddressFilter } from './use-address-filter.ts'

type AdminTableProps<Row> = {
  /** Plural name of the rows, which also labels the table. */
  label: string
  list: ArrivingList<Row>
  /** The expected number of rows while the list loads. */
  expected: number | undefined
  columns: TableColumn<Row>[]
  keyOf: (row: Row) => string | number
  filter?: TableFilter<Row>
  empty: ReactNode
  /** Name of the downloaded file, before the date; also the prefix of the table's query parameters. */
  fileName: string
}

/**
 * A table with search, filter, sorting and download, as cards on small screens. Renders only visible rows, so
 * that 100,000 rows stay fast. Memoised, because several lists load on one page.
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
  // Input shows at once; the rows follow.
  const wanted = { query: useDeferredValue(query), sorting: useDeferredValue(sorting) }

  const search = useMemo(() => createRowSearch(rows, columns), [rows, columns])
  const found = useMemo(() => {
    const matching = search(wanted.query)
    if (!filter || chosen === '') return matching
    return matching.filter((row) => filter.valueOf(row) === chosen)
  }, [search, wanted.query, filter, chosen])
  const sorted = useSortedRows(found, columns, wanted.sorting)

  const download = useOnceComplete(isComplete, () => {
    const written = Object.fromEntries(columns.map(({ header, text }) => [header, text]))
    downloadRows(fileName, written, { rows: sorted, zone })
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

/** Cycles through one direction, the other, and the original order. */
function turnSorting<Row>(
  { header, isNumber = false, isLatestFirst = isNumber }: TableColumn<Row>,
  before: TableSorting | undefined,
): TableSorting | undefined {
  if (before?.header !== header) return { header, isDescending: isLatestFirst }
  return before.isDescending === isLatestFirst
    ? { header, isDescending: !isLatestFirst }
    : undefined
}

/** Returns `Last Access`, or `-Last Access` for the reverse order. */
function writeSorting(sorting: TableSorting | undefined) {
  return sorting && `${sorting.isDescending ? '-' : ''}${sorting.header}`
}

function readSorting<Row>(text: string, columns: TableColumn<Row>[]): TableSorting | undefined {
  const isDescending = text.startsWith('-')
  const header = isDescending ? text.slice(1) : text
  return columns.some((column) => column.header === header) ? { header, isDescending } : undefined
}

/** Keeps a table's search, filter and sorting in the query string, prefixed with the table's name. */
function useTableFilter<Row>(table: string, columns: TableColumn<Row>[]) {
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

/** Returns the number of rows and of matching rows; while the list loads, so far. */
function countRows(
  { found, all }: { found: number; all: number },
  { isComplete, expected = 0 }: { isComplete: boolean; expected?: number },
): string {
  const [shown, whole, due] = [found, all, expected].map((count) => count.toLocaleString('en-GB'))
  if (isComplete) return found === all ? `${whole} in all` : `${shown} of ${whole}`
  const arrived = expected > all ? `${whole} of ${due} have arrived` : `${whole} have arrived`
  const matching = found === all ? '' : `${shown} match. `
  return `${arrived}. ${matching}Search and order act on these.`
}

/** Runs an action that needs the complete list: now, or once the list is complete. */
export function useOnceComplete(isComplete: boolean, act: () => void) {
  const isRequested = useRef(false)
  const [isKept, setIsKept] = useState(false)
  const actNow = useEffectEvent(act)
  useEffect(() => {
    if (!isComplete || !isRequested.current) return
    isRequested.current = false
    actNow()
  }, [isComplete])

  function press() {
    if (isComplete) return act()
    isRequested.current = true
    setIsKept(true)
  }
  return { isWaiting: isKept && !isComplete, press }
}

/** Returns whether a media query matches. For components that are rendered in the browser only. */
function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
    () => false,
  )
}
