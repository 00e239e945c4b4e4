import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { ArrowDownUp } from 'lucide-react'
import { DownloadRowsButton } from '#client/admin/download-rows.tsx'
import { FilterField, SearchFilter } from '#client/admin/filter-field.tsx'
import { PagedList, readPages } from '#client/admin/paged-list.tsx'
import { useAddressFilter } from '#client/admin/use-address-filter.ts'
import { Button } from '#client/ui/button.tsx'
import { useDebounced } from '#client/ui/use-debounced.ts'
import { useIsNarrow } from '#client/ui/use-is-narrow.ts'
import { tablePage } from '#features/reports/rules.ts'
import type { AdminEvent } from '#kernel/event-shapes.ts'
import { RowCard, type TableColumn, TableRow, TableRows, type TableSorting } from './table-rows.tsx'

type Page<Row> = { rows: Row[]; total: number; events: { id: number | null; rows: number }[] }
type Query = Record<string, string | number | undefined>

type DashboardTableProps<Row> = {
  title: string
  /** Plural noun for what the table lists, in lower case, such as `registrations`. */
  name: string
  label: string
  /** Name of the downloaded file, and prefix of the URL parameters with the table's search, filter and order. */
  fileName: string
  empty: string
  columns: TableColumn<Row>[]
  keyOf: (row: Row) => string | number
  load: (query: Query, signal?: AbortSignal) => Promise<Page<Row>>
  /** Number of rows without a search or filter. */
  all: number | undefined
  /** The events in the table's event filter. If absent, the table has no such filter. */
  events?: AdminEvent[]
}

/**
 * Renders a table of the statistics page, such as all registrations, or cards on a phone. The server searches, sorts
 * and pages the rows.
 */
export function DashboardTable<Row>(props: DashboardTableProps<Row>) {
  const { title, name, label, fileName, columns, keyOf, load, all, events } = props
  const isNarrow = useIsNarrow()
  const { search, event, sorting, set, setSorting } = useTableFilter(fileName, columns)
  const choice = {
    search: useDebounced(search.trim()),
    event,
    sort: sorting?.header,
    order: sorting && (sorting.isDescending ? 'descending' : 'ascending'),
  }
  const query = useInfiniteQuery({
    queryKey: ['/api/admin/tables', fileName, choice],
    queryFn: ({ pageParam, signal }) => load({ ...choice, page: pageParam }, signal),
    initialPageParam: 1,
    getNextPageParam: ({ total }, _pages, page) =>
      page * tablePage.rows < total ? page + 1 : undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const first = query.data?.pages[0]
  const isNarrowed = search !== '' || event !== ''
  const file = (page: number) => load({ ...choice, page, limit: tablePage.mostRows })
  const RowShown = isNarrow ? RowCard : TableRow
  return (
    <section aria-labelledby={`${fileName}-heading`}>
      <h2 id={`${fileName}-heading`} className="mb-4 text-heading">
        {title}
      </h2>
      {first && (isNarrowed || first.total > 0) && (
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
          <search aria-label={label} className="grid min-w-0 grow gap-4 sm:flex">
            <SearchFilter
              label="Name, email or company"
              placeholder="Part of a name, email or company"
              value={search}
              onChange={(text) => set({ search: text })}
            />
            {events && (
              <EventChoice
                {...{ events, event }}
                counts={first.events}
                onChange={(id) => set({ event: id })}
              />
            )}
            {isNarrow && <SortChoice {...{ columns, sorting }} onChange={setSorting} />}
          </search>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <output className="text-small text-muted figures">
              {countRows(first.total, isNarrowed ? all : first.total)}
            </output>
            {isNarrowed && first.total === 0 && (
              <Button
                variant="quiet"
                className="px-1! text-small!"
                onClick={() => set({ search: '', event: '' })}
              >
                Show all
              </Button>
            )}
            <DownloadRowsButton
              {...{ label, fileName }}
              columns={Object.fromEntries(columns.map(({ header, text }) => [header, text]))}
              read={(onArrived) => readPages(file, keyOf, onArrived)}
              isEmpty={first.total === 0}
            />
          </div>
        </div>
      )}
      <PagedList
        {...{ query, name, label }}
        more="Show more"
        nothing={isNarrowed ? 'No match.' : props.empty}
        lines={query.data?.pages
          .flatMap(({ rows }) => rows)
          .map((row, index) => (
            <RowShown key={keyOf(row)} {...{ columns, row, index }} total={first?.total ?? 0} />
          ))}
      >
        {(lines) => (
          <section
            aria-label={`${label}, rows`}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys scroll it
            tabIndex={0}
            className="mt-4 max-h-[min(34rem,70vh)] overflow-auto rounded-lg border border-line bg-surface"
          >
            {isNarrow ? (
              <ul aria-label={label}>{lines}</ul>
            ) : (
              <TableRows
                {...{ label, columns, sorting, lines }}
                total={first?.total ?? 0}
                onSort={setSorting}
              />
            )}
          </section>
        )}
      </PagedList>
    </section>
  )
}

/**
 * Keeps the search text, the event filter and the order of a table in the page's URL. The names of the URL parameters
 * begin with `table`.
 */
function useTableFilter<Row>(table: string, columns: TableColumn<Row>[]) {
  const names = { search: `${table}-search`, event: `${table}-filter`, sorting: `${table}-sort` }
  const [filter, setFilter] = useAddressFilter((params): Record<string, string> =>
    Object.fromEntries(Object.values(names).map((key) => [key, params.get(key) ?? ''])),
  )
  function set(changes: Partial<typeof names>) {
    const { search, event, sorting } = { ...shown, ...changes }
    setFilter({ [names.search]: search, [names.event]: event, [names.sorting]: sorting })
  }
  const shown = {
    search: filter[names.search] ?? '',
    event: filter[names.event] ?? '',
    sorting: filter[names.sorting] ?? '',
  }
  return {
    ...shown,
    sorting: readSorting(shown.sorting, columns),
    set,
    setSorting: (next: TableSorting | undefined) => set({ sorting: writeSorting(next) }),
  }
}

/**
 * Converts a table's order to the text in the URL: the header of the column, such as `Last Access`, with a minus sign
 * if descending.
 */
function writeSorting(sorting: TableSorting | undefined) {
  return sorting ? `${sorting.isDescending ? '-' : ''}${sorting.header}` : ''
}

function readSorting<Row>(text: string, columns: TableColumn<Row>[]): TableSorting | undefined {
  const isDescending = text.startsWith('-')
  const header = isDescending ? text.slice(1) : text
  return columns.some((column) => column.header === header) ? { header, isDescending } : undefined
}

function countRows(total: number, all: number | undefined): string {
  const [found, whole] = [total.toLocaleString('en-GB'), all?.toLocaleString('en-GB')]
  if (all === undefined) return `${found} found`
  return total >= all ? `${found} in all` : `${found} of ${whole}`
}

type EventChoiceProps = {
  events: AdminEvent[]
  counts: { id: number | null; rows: number }[]
  event: string
  onChange: (event: string) => void
}

/** Renders the event filter: events that have rows, with their number of rows, and rows without an event. */
function EventChoice({ events, counts, event, onChange }: EventChoiceProps) {
  const rowsOf = new Map(counts.map(({ id, rows }) => [id, rows.toLocaleString('en-GB')]))
  return (
    <FilterField label="Event">
      {(control) => (
        <select {...control} value={event} onChange={({ target }) => onChange(target.value)}>
          <option value="">All events</option>
          {events
            .filter(({ id }) => rowsOf.has(id))
            .map(({ id, title }) => (
              <option key={id} value={id}>
                {title} ({rowsOf.get(id)})
              </option>
            ))}
          {rowsOf.has(null) && <option value="none">Without an event</option>}
        </select>
      )}
    </FilterField>
  )
}

type SortChoiceProps<Row> = {
  columns: TableColumn<Row>[]
  sorting: TableSorting | undefined
  onChange: (sorting: TableSorting | undefined) => void
}

/** Renders the choice of the order on phones, where cards have no column headers to press. */
function SortChoice<Row>({ columns, sorting, onChange }: SortChoiceProps<Row>) {
  return (
    <FilterField label="Sort by">
      {(control) => (
        <div className="flex gap-2.5">
          <select
            {...control}
            value={sorting?.header ?? ''}
            onChange={({ target: { value: header } }) =>
              onChange(header ? { header, isDescending: false } : undefined)
            }
          >
            <option value="">Default order</option>
            {columns.map(({ header }) => (
              <option key={header}>{header}</option>
            ))}
          </select>
          {sorting && (
            <Button
              variant="secondary"
              className="mt-1 px-3!"
              aria-label="Reverse order"
              aria-pressed={sorting.isDescending}
              onClick={() => onChange({ ...sorting, isDescending: !sorting.isDescending })}
            >
              <ArrowDownUp aria-hidden size={17} />
            </Button>
          )}
        </div>
      )}
    </FilterField>
  )
}
