import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import { type KeyboardEvent, useCallback, useRef } from 'react'
import type { TableColumn, TableSorting } from './columns.ts'

type ShownRows<Row> = {
  /** Label of the table. */
  label: string
  rows: Row[]
  keyOf: (row: Row) => string | number
  columns: TableColumn<Row>[]
}

type TableRowsProps<Row> = ShownRows<Row> & {
  sorting: TableSorting | undefined
  onSort: (column: TableColumn<Row>) => void
}

/** A table that renders only visible rows, in a scrolling area with a fixed header. */
export function TableRows<Row>(props: TableRowsProps<Row>) {
  const { label, rows, columns, keyOf, sorting, onSort } = props
  const { area, onKeyDown, drawn, height, measureElement } = useRowWindow(rows, keyOf, {
    likelyHeight: 45,
    beyond: 10,
  })
  const above = drawn[0]?.start ?? 0
  const below = height - (drawn.at(-1)?.end ?? 0)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys scroll it
    <section
      ref={area}
      aria-label={`${label}, rows`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys scroll it
      tabIndex={0}
      onKeyDown={onKeyDown}
      className="max-h-[min(34rem,70vh)] overflow-auto rounded-lg border border-line bg-surface [overflow-anchor:none]"
    >
      <table
        aria-label={label}
        aria-rowcount={rows.length + 1}
        className="w-full min-w-[58rem] table-fixed border-separate border-spacing-0 text-left text-small"
      >
        <colgroup>
          {columns.map(({ header, width }) => (
            <col key={header} style={{ width: `${width}%` }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column) => (
              <HeaderCell key={column.header} {...{ column, sorting, onSort }} />
            ))}
          </tr>
        </thead>
        <tbody>
          <Gap height={above} columns={columns.length} />
          {drawn.map(({ index }) => {
            const row = rows[index]
            return (
              row && (
                <tr
                  key={keyOf(row)}
                  ref={measureElement}
                  data-index={index}
                  aria-rowindex={index + 2}
                  className="hover:bg-raised"
                >
                  {columns.map((column) => (
                    <BodyCell key={column.header} column={column} row={row} />
                  ))}
                </tr>
              )
            )
          })}
          <Gap height={below} columns={columns.length} />
        </tbody>
      </table>
    </section>
  )
}

/** Placeholder with the height of the rows that are not rendered. */
function Gap({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null
  return (
    <tr aria-hidden style={{ height }}>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- nobody meets it */}
      <td colSpan={columns} className="p-0" />
    </tr>
  )
}

function HeaderCell<Row>(
  props: Pick<TableRowsProps<Row>, 'sorting' | 'onSort'> & { column: TableColumn<Row> },
) {
  const { column, sorting, onSort } = props
  const direction = sorting?.header === column.header ? sorting : undefined
  const SortedIcon = direction?.isDescending ? ArrowDown : ArrowUp
  const Icon = direction ? SortedIcon : ArrowUpDown
  return (
    <th
      scope="col"
      aria-sort={direction && (direction.isDescending ? 'descending' : 'ascending')}
      className="sticky top-0 z-1 border-b border-line-strong bg-raised p-0 align-bottom"
    >
      <button
        type="button"
        onClick={() => onSort(column)}
        className={`flex min-h-11 w-full items-center gap-1.5 px-3 py-2 text-left font-semibold -outline-offset-3 hover:text-glow ${column.isNumber ? 'justify-end' : ''}`}
      >
        {column.header}
        <Icon
          aria-hidden
          size={14}
          className={`shrink-0 ${direction ? 'text-glow' : 'text-muted opacity-60'}`}
        />
      </button>
    </th>
  )
}

function BodyCell<Row>({ column, row }: { column: TableColumn<Row>; row: Row }) {
  return (
    <td
      className={`border-b border-line px-3 py-2.5 align-top wrap-anywhere figures ${column.isNumber ? 'text-right' : ''}`}
    >
      {showCell(column, row)}
    </td>
  )
}

/** Returns a cell's content; a dash if it is empty. */
function showCell<Row>(column: TableColumn<Row>, row: Row) {
  const text = column.text(row)
  if (column.cell) return column.cell(row)
  return text === '' ? <span className="text-muted">–</span> : text
}

/** The rows as cards for small screens; only visible ones are rendered. */
export function TableCards<Row>({ label, rows, columns, keyOf }: ShownRows<Row>) {
  const { area, onKeyDown, drawn, height, measureElement } = useRowWindow(rows, keyOf, {
    likelyHeight: 210,
    beyond: 4,
  })
  const [title, ...facts] = columns
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys scroll it
    <section
      ref={area}
      aria-label={`${label}, rows`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys scroll it
      tabIndex={0}
      onKeyDown={onKeyDown}
      className="max-h-[75vh] overflow-y-auto rounded-lg border border-line bg-surface [overflow-anchor:none]"
    >
      <ul aria-label={label} className="relative" style={{ height: height }}>
        {drawn.map(({ index, start }) => {
          const row = rows[index]
          return (
            row && (
              <li
                key={keyOf(row)}
                ref={measureElement}
                data-index={index}
                aria-setsize={rows.length}
                aria-posinset={index + 1}
                style={{ transform: `translateY(${start}px)` }}
                className="absolute inset-x-0 top-0 border-b border-line px-4 py-3.5 text-small"
              >
                {title && <p className="font-semibold wrap-anywhere">{showCell(title, row)}</p>}
                <dl className="mt-1 grid gap-y-1">
                  {facts.map((column) => (
                    <div key={column.header} className="grid grid-cols-[5.5rem_1fr] gap-x-3">
                      <dt className="text-muted">{column.header}</dt>
                      <dd className="min-w-0 wrap-anywhere figures">{showCell(column, row)}</dd>
                    </div>
                  ))}
                </dl>
              </li>
            )
          )
        })}
      </ul>
    </section>
  )
}

/**
 * Returns the visible rows of a scrolling area. Estimates heights in pixels, then measures rendered rows.
 * Attach `onKeyDown` to the area.
 */
function useRowWindow<Row>(
  rows: Row[],
  keyOf: (row: Row) => string | number,
  { likelyHeight, beyond }: { likelyHeight: number; beyond: number },
) {
  const area = useRef<HTMLElement>(null)
  // Stable for the same rows: a new function would recompute all positions.
  const getItemKey = useCallback(
    (index: number) => {
      const row = rows[index]
      return row === undefined ? index : keyOf(row)
    },
    [rows, keyOf],
  )
  // oxlint-disable-next-line react/incompatible-library -- what it returns is used here only
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => area.current,
    estimateSize: () => likelyHeight,
    getItemKey,
    overscan: beyond,
  })
  // The browser's own End key would stop short, because rows grow when they are measured.
  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (event.key === 'Home') virtualizer.scrollToIndex(0, { align: 'start' })
    else if (event.key === 'End') virtualizer.scrollToEnd()
    else return
    event.preventDefault()
  }
  const { getVirtualItems, getTotalSize, measureElement } = virtualizer
  return { area, onKeyDown, drawn: getVirtualItems(), height: getTotalSize(), measureElement }
}
