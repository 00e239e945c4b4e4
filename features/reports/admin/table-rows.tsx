import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'

export type TableColumn<Row> = {
  header: string
  /** Returns the text of the cell, for the CSV file and, unless `cell` renders it differently, for the screen. */
  text: (row: Row, zone: string) => string
  cell?: (row: Row) => ReactNode
  /** True if the first press on the header sorts in descending order: latest or highest first. */
  isLatestFirst?: boolean
  /** True to align the column to the right. */
  isNumber?: boolean
  /** Width of the column, in percent of the table's width. */
  width: number
}

export type TableSorting = { header: string; isDescending: boolean }

type RowProps<Row> = {
  columns: TableColumn<Row>[]
  row: Row
  index: number
  /** Number of rows that match the search, rendered or not. */
  total: number
}

type TableRowsProps<Row> = Pick<RowProps<Row>, 'columns' | 'total'> & {
  label: string
  lines: ReactElement[]
  sorting: TableSorting | undefined
  onSort: (sorting: TableSorting | undefined) => void
}

/** Renders a table whose header row stays visible while the rows scroll. */
export function TableRows<Row>(props: TableRowsProps<Row>) {
  const { label, lines, total, columns, sorting, onSort } = props
  return (
    <table
      aria-label={label}
      aria-rowcount={total + 1}
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
      <tbody>{lines}</tbody>
    </table>
  )
}

export function TableRow<Row>({ columns, row, index }: RowProps<Row>) {
  return (
    <tr aria-rowindex={index + 2} className="hover:bg-raised">
      {columns.map((column) => (
        <td
          key={column.header}
          className={`border-b border-line px-3 py-2.5 align-top wrap-anywhere figures ${column.isNumber ? 'text-right' : ''}`}
        >
          {showCell(column, row)}
        </td>
      ))}
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
        onClick={() => onSort(turnSorting(column, direction))}
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

/** Returns the order after a press on a header: first direction, then the other, then the default order. */
function turnSorting<Row>(
  { header, isNumber = false, isLatestFirst = isNumber }: TableColumn<Row>,
  before: TableSorting | undefined,
): TableSorting | undefined {
  if (!before) return { header, isDescending: isLatestFirst }
  return before.isDescending === isLatestFirst
    ? { header, isDescending: !isLatestFirst }
    : undefined
}

/** Renders a cell, with a dash instead of an empty text. */
function showCell<Row>({ cell, text }: TableColumn<Row>, row: Row) {
  if (cell) return cell(row)
  return text(row, '') || <span className="text-muted">–</span>
}

/** Renders a row as a card, for phones. */
export function RowCard<Row>({ columns: [title, ...facts], row, index, total }: RowProps<Row>) {
  return (
    <li
      aria-setsize={total}
      aria-posinset={index + 1}
      className="border-b border-line px-4 py-3.5 text-small"
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
}
