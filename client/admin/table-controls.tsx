import { ArrowDownUp, Search } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { TableColumn, TableFilter, TableSorting } from './columns.ts'

type TableControlsProps<Row> = {
  label: string
  query: string
  onQuery: (query: string) => void
  filter: TableFilter<Row> | undefined
  chosen: string
  onChoose: (value: string) => void
  /** Set on small screens, which have no headers to press. */
  sortBy: { columns: TableColumn<Row>[]; sorting: TableSorting | undefined } | undefined
  onSorting: (sorting: TableSorting | undefined) => void
}

const box =
  'block h-11 w-full min-w-0 rounded-md border border-line-strong bg-sunken px-3 text-small text-ink placeholder:text-muted'

/** Search field, filter, and on small screens the sort order. */
export function TableControls<Row>(props: TableControlsProps<Row>) {
  const { label, query, onQuery, filter, chosen, onChoose, sortBy, onSorting } = props
  const ids = useId()
  return (
    <search aria-label={label} className="flex min-w-0 grow flex-wrap gap-2.5">
      <div className="relative min-w-0 grow basis-56 sm:max-w-xs">
        <label htmlFor={`${ids}-query`} className="sr-only">
          Search {label}
        </label>
        <Search
          aria-hidden
          size={17}
          className="pointer-events-none absolute top-3.5 left-3 text-muted"
        />
        <input
          id={`${ids}-query`}
          type="search"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          placeholder="Name, email, company"
          value={query}
          onChange={({ target }) => onQuery(target.value)}
          className={`${box} pl-9!`}
        />
      </div>
      {filter && (
        <Choice
          id={`${ids}-filter`}
          label={`${filter.label} of ${label}`}
          value={chosen}
          onChoose={onChoose}
        >
          <option value="">{filter.all}</option>
          {filter.options.map(({ value, label: name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </Choice>
      )}
      {sortBy && (
        <div className="flex min-w-0 grow gap-2.5">
          <Choice
            id={`${ids}-sort`}
            label={`Sort ${label} by`}
            value={sortBy.sorting?.header ?? ''}
            onChoose={(header) => onSorting(header ? { header, isDescending: false } : undefined)}
          >
            <option value="">Usual order</option>
            {sortBy.columns.map(({ header }) => (
              <option key={header} value={header}>
                By {header.toLowerCase()}
              </option>
            ))}
          </Choice>
          {sortBy.sorting && (
            <button
              type="button"
              aria-label="Reverse the order"
              aria-pressed={sortBy.sorting.isDescending}
              onClick={() =>
                onSorting({
                  header: sortBy.sorting!.header,
                  isDescending: !sortBy.sorting!.isDescending,
                })
              }
              className="grid size-11 shrink-0 place-items-center rounded-md border border-line-strong"
            >
              <ArrowDownUp aria-hidden size={17} />
            </button>
          )}
        </div>
      )}
    </search>
  )
}

type ChoiceProps = {
  id: string
  label: string
  value: string
  onChoose: (value: string) => void
  children: ReactNode
}

function Choice({ id, label, value, onChoose, children }: ChoiceProps) {
  return (
    <div className="min-w-0 grow basis-48 sm:max-w-xs">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={({ target }) => onChoose(target.value)}
        className={`${box} cursor-pointer`}
      >
        {children}
      </select>
    </div>
  )
}
