import { useState } from 'react'
import { type CsvColumns, DownloadRowsButton } from '#client/admin/download-rows.tsx'
import { Button } from '#client/ui/button.tsx'
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

/** Rows shown at first. */
const fewRows = 15

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

const nameOf = ({ key, label }: FunnelRow) => label ?? key

/** Renders the rows of the funnel with their sums. From "Registered" on, each number opens its list of people. */
export function FunnelTable({ rows, grouping, onOpen }: FunnelTableProps) {
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? rows : rows.slice(0, fewRows)
  const label = groupingLabels[grouping]
  return (
    <div className="min-w-0">
      <section
        aria-label={`Funnel by ${label.toLowerCase()}`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={0}
        className="overflow-x-auto rounded-md border border-line text-small"
      >
        <table className="w-full border-collapse figures">
          <thead className="bg-raised">
            <tr className="border-b border-line">
              <th scope="col" className="px-3 py-2 text-left align-bottom font-semibold">
                {label}
              </th>
              {columns.map((column) => (
                <th
                  key={column}
                  scope="col"
                  className="px-3 py-2 text-right align-bottom font-semibold"
                >
                  {labels[column].replace(' %', '\u00a0%')}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={row.key} className="border-b border-line">
                <th
                  scope="row"
                  className="max-w-64 min-w-28 px-3 py-1 text-left font-normal wrap-anywhere"
                >
                  <bdi>{nameOf(row)}</bdi>
                </th>
                <Cells
                  counts={row}
                  name={nameOf(row)}
                  onOpen={(stage) => onOpen({ key: row.key, name: nameOf(row), stage })}
                />
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" className="px-3 py-1 text-left font-semibold">
                Total
              </th>
              <Cells
                counts={sumRows(rows)}
                name="total"
                onOpen={(stage) => onOpen({ key: undefined, name: 'total', stage })}
              />
            </tr>
          </tfoot>
        </table>
      </section>
      <div className="mt-3 flex flex-wrap items-start gap-3">
        <DownloadRowsButton
          label="funnel"
          fileName={`funnel-by-${grouping}`}
          columns={csvColumns(grouping)}
          read={() => rows}
        />
        {rows.length > fewRows && !isWhole && (
          <Button
            variant="secondary"
            className="px-4! text-small!"
            onClick={() => setIsWhole(true)}
          >
            Show all {rows.length.toLocaleString('en-GB')} rows
          </Button>
        )}
      </div>
    </div>
  )
}

type CellsProps = { counts: Counts; name: string; onOpen: (stage: Stage) => void }

function Cells({ counts, name, onOpen }: CellsProps) {
  return (
    <>
      {anonymous.map((column) => (
        <td key={column} className="px-3 text-right text-muted">
          {counts[column].toLocaleString('en-GB')}
        </td>
      ))}
      {stages.map((stage) => {
        const count = counts[stage].toLocaleString('en-GB')
        return (
          <td key={stage} className="h-11 px-1 text-right">
            {counts[stage] === 0 ? (
              <span className="px-2">0</span>
            ) : (
              <button
                type="button"
                aria-label={`${count} ${stageLabels[stage]}, ${name}`}
                className="min-h-11 min-w-11 px-2 text-right font-semibold text-glow underline decoration-1 underline-offset-4 hover:decoration-2"
                onClick={() => onOpen(stage)}
              >
                {count}
              </button>
            )}
          </td>
        )
      })}
    </>
  )
}
