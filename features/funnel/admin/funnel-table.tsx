import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type CsvColumns, DownloadRowsButton } from '#client/admin/download-rows.tsx'
import { Button } from '#client/ui/button.tsx'
import { focusLine } from '#client/ui/focus-line.ts'
import { useIsNarrow } from '#client/ui/use-is-narrow.ts'
import type { FunnelRow } from '#features/funnel/contract.ts'
import { type Grouping, type Stage, stages } from '#features/funnel/rules.ts'

export const groupingLabels: Record<Grouping, string> = {
  path: 'First page',
  source: 'Source',
  campaign: 'Campaign',
  via: 'Guest’s link',
}

export const stageLabels: Record<Stage, string> = {
  registered: 'Registered',
  attended: 'Attended',
  watched25: 'Watched 25 %',
  watched50: 'Watched 50 %',
  watched90: 'Watched 90 %',
}

type Counts = Omit<FunnelRow, 'key' | 'label'>
const labels = { views: 'Views', formsOpened: 'Forms opened', ...stageLabels }
const anonymous = ['views', 'formsOpened'] as const
const columns = [...anonymous, ...stages] as const

/** Rows shown at first; on a phone, where a row is a card, fewer. */
const fewRows = { wide: 15, narrow: 5 }

/** Returns the sums of all columns. */
export function sumRows(rows: FunnelRow[]): Counts {
  const sums: Counts = {
    views: 0,
    formsOpened: 0,
    registered: 0,
    attended: 0,
    watched25: 0,
    watched50: 0,
    watched90: 0,
  }
  for (const row of rows) for (const column of columns) sums[column] += row[column]
  return sums
}

function csvColumns(grouping: Grouping): CsvColumns<FunnelRow> {
  const counts = columns.map(
    (column) => [labels[column], (row: FunnelRow) => String(row[column])] as const,
  )
  return {
    [groupingLabels[grouping]]: ({ key }) => key,
    ...(grouping === 'via' && { Name: ({ label }: FunnelRow) => label ?? '' }),
    ...Object.fromEntries(counts),
  }
}

type FunnelTableProps = {
  rows: FunnelRow[]
  grouping: Grouping
  /** Called when the administrator presses a number. */
  onOpen: (shown: OpenedNumber) => void
}

/** A number of the table. `key` and `name` of its row; for the sum of all rows, `key` is undefined. */
type OpenedNumber = { key: string | undefined; name: string; stage: Stage }

type Line = { key: string | undefined; name: string; counts: Counts }
type LinesProps = { lines: Line[]; label: string; onOpen: FunnelTableProps['onOpen'] }

/**
 * Renders the rows of the funnel with their sums, as cards on a phone. From "Registered" on, each number opens its list
 * of people.
 */
export function FunnelTable({ rows, grouping, onOpen }: FunnelTableProps) {
  const [isWhole, setIsWhole] = useState(false)
  const isNarrow = useIsNarrow()
  const region = useRef<HTMLElement>(null)
  const few = isNarrow ? fewRows.narrow : fewRows.wide
  const label = groupingLabels[grouping]
  const lines = (isWhole ? rows : rows.slice(0, few)).map((row): Line => {
    const { key, label: name = key, ...counts } = row
    return { key, name, counts }
  })
  const total = { key: undefined, name: 'total', counts: sumRows(rows) }
  const Lines = isNarrow ? FunnelCards : FunnelRows
  return (
    <div className="min-w-0">
      <section
        ref={region}
        aria-label={`Funnel by ${label.toLowerCase()}`}
        // Arrow keys scroll a table that is wider than the window.
        tabIndex={isNarrow ? undefined : 0}
        className="overflow-x-auto rounded-md border border-line text-small"
      >
        <Lines lines={[...lines, total]} {...{ label, onOpen }} />
      </section>
      <div className="mt-3 flex flex-wrap items-start gap-3">
        <DownloadRowsButton
          label="funnel"
          fileName={`funnel-by-${grouping}`}
          columns={csvColumns(grouping)}
          read={() => rows}
        />
        {rows.length > few && !isWhole && (
          <Button
            variant="secondary"
            className="px-4! text-small!"
            onClick={() => {
              flushSync(() => setIsWhole(true))
              focusLine(region.current, few)
            }}
          >
            Show all {rows.length.toLocaleString('en-GB')} rows
          </Button>
        )}
      </div>
    </div>
  )
}

function FunnelRows({ lines, label, onOpen }: LinesProps) {
  return (
    <table className="w-full border-collapse figures">
      <thead className="bg-raised">
        <tr className="border-b border-line">
          <th scope="col" className="w-2/5 px-3 py-2 text-left align-bottom font-semibold">
            {label}
          </th>
          {columns.map((column) => (
            <th
              key={column}
              scope="col"
              className="px-3 py-2 text-right align-bottom font-semibold"
            >
              {headingOf(column)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr
            key={line.key ?? ''}
            data-line
            tabIndex={-1}
            className="border-b border-line last:border-b-0"
          >
            <th
              scope="row"
              className={`min-w-28 px-3 py-1 text-left wrap-anywhere ${weightOf(line)}`}
            >
              <LineName line={line} />
            </th>
            {columns.map((column) => (
              <td key={column} className="h-11 px-1 text-right">
                <Count {...{ line, column, onOpen }} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function FunnelCards({ lines, label, onOpen }: LinesProps) {
  return (
    <ul aria-label={label} className="figures">
      {lines.map((line) => (
        <li
          key={line.key ?? ''}
          data-line
          tabIndex={-1}
          className="border-b border-line px-4 py-3 last:border-b-0 last:bg-raised"
        >
          <p className="font-semibold wrap-anywhere">
            <LineName line={line} />
          </p>
          <dl className="mt-1 grid grid-cols-4 gap-x-2">
            {columns.map((column) => (
              <div key={column} className="row-span-2 grid min-w-0 grid-rows-subgrid">
                <dt className="self-end text-caption text-muted">{headingOf(column)}</dt>
                <dd className="flex h-11 items-center">
                  <Count {...{ line, column, onOpen }} />
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}

/** Keeps the number and its percent sign on one line. */
const headingOf = (column: CountProps['column']) => labels[column].replace(' %', '\u00a0%')

const weightOf = ({ key }: Line) => (key === undefined ? 'font-semibold' : 'font-normal')

function LineName({ line: { key, name } }: { line: Line }) {
  return key === undefined ? <>Total</> : <bdi>{name}</bdi>
}

type CountProps = {
  line: Line
  column: (typeof columns)[number]
  onOpen: FunnelTableProps['onOpen']
}

/** Renders a number; from "Registered" on, as a button unless it is zero. */
function Count({ line: { key, name, counts }, column, onOpen }: CountProps) {
  const count = counts[column].toLocaleString('en-GB')
  const stage = stages.find((one) => one === column)
  if (!stage) return <span className="text-muted sm:px-2">{count}</span>
  if (counts[column] === 0) return <span className="sm:px-2">0</span>
  return (
    <button
      type="button"
      aria-label={`${count} ${stageLabels[stage]}, ${name}`}
      className="min-h-11 min-w-11 text-left font-semibold text-glow underline decoration-1 underline-offset-4 hover:decoration-2 sm:px-2 sm:text-right"
      onClick={() => onOpen({ key, name, stage })}
    >
      {count}
    </button>
  )
}
