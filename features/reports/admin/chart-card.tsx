import type { ReactNode } from 'react'
import { type CsvColumns, DownloadRowsButton } from '#client/admin/download-rows.tsx'
import { Card } from '#client/ui/card.tsx'
import { lazyChunk } from '#client/ui/lazy-chunk.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { textLinkStyle } from '#client/ui/text-link.ts'
import { slugify } from '#kernel/slug.ts'
import type { DayRow, Series } from './day-chart.tsx'

// Load this component when a chart scrolls into view, because it contains the large chart library.
const DayChart = lazyChunk(
  async () => (await import('./day-chart.tsx')).DayChart,
  <Skeleton className="h-64" />,
)

type ChartCardProps = {
  title: string
  /** What the chart shows, in one sentence. */
  summary: string
  /** Displayed above the chart, such as a select field or an explanation. */
  children?: ReactNode
  days: DayRow[]
  series: Series[]
  writeDay: (day: string) => string
  isStacked?: boolean
}

/** Renders a chart with a summary, a legend, and its data as a table. */
export function ChartCard({ title, summary, children, days, series, ...rest }: ChartCardProps) {
  return (
    <Card className="min-w-0 p-4 sm:p-5">
      <h2 className="text-subheading">{title}</h2>
      {children}
      <p className="mt-1.5 text-small text-muted figures">{summary}</p>
      {days.length > 0 && (
        <>
          <ul
            aria-hidden
            className="mt-4 mb-2 flex flex-wrap gap-x-5 gap-y-1 text-small text-muted"
          >
            {series.map(({ key, name, color }) => (
              <li key={key} className="inline-flex items-center gap-2">
                <span
                  className="size-3 rounded-sm forced-color-adjust-none"
                  style={{ background: color }}
                />
                {name}
              </li>
            ))}
          </ul>
          <DayChart days={days} series={series} {...rest} />
          <DayTable title={title} days={days} series={series} writeDay={rest.writeDay} />
        </>
      )}
    </Card>
  )
}

type DayTableProps = Pick<ChartCardProps, 'title' | 'days' | 'series' | 'writeDay'>

/** Returns the columns of the CSV download. Days are written as yyyy-MM-dd, unlike in the chart. */
function columnsOf(series: Series[]): CsvColumns<DayRow> {
  const counts = series.map(({ key, name }) => [name, (row: DayRow) => String(row[key])] as const)
  return { Day: ({ day }) => day, ...Object.fromEntries(counts) }
}

/** Renders the chart's days that have data as a table, newest first. */
function DayTable({ title, days, series, writeDay }: DayTableProps) {
  const rows = days.filter((row) => series.some(({ key }) => Number(row[key]) > 0)).toReversed()
  return (
    <details className="mt-2 text-small">
      <summary className={`inline-flex min-h-11 cursor-pointer items-center ${textLinkStyle}`}>
        Show as a table
      </summary>
      <DownloadRowsButton
        label={title}
        fileName={slugify(title)}
        columns={columnsOf(series)}
        read={() => rows}
      />
      <section
        aria-label={`${title}, as a table`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={0}
        className="mt-2 max-h-72 overflow-auto rounded-md border border-line"
      >
        <table className="w-full border-collapse figures">
          <thead className="sticky top-0 bg-raised text-left">
            <tr>
              {['Day', ...series.map(({ name }) => name)].map((name) => (
                <th key={name} scope="col" className="px-3 py-2 font-semibold">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.day} className="border-t border-line">
                <th scope="row" className="px-3 py-1.5 text-left font-normal whitespace-nowrap">
                  {writeDay(row.day)}
                </th>
                {series.map(({ key }) => (
                  <td key={key} className="px-3 py-1.5">
                    {Number(row[key]).toLocaleString('en-GB')}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}
