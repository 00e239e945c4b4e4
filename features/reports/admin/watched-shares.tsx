import { useQuery, queryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { type CsvColumns, DownloadRowsButton } from '#client/admin/download-rows.tsx'
import { call } from '#client/api/call.ts'
import { NotLoaded } from '#client/page/load-failed.tsx'
import { Card } from '#client/ui/card.tsx'
import { formatPosition } from '#client/ui/format-position.ts'
import { textLinkStyle } from '#client/ui/text-link.ts'
import { adminEvents } from '#features/events/admin/event-queries.ts'
import type { Reports, DropOff } from '#features/reports/contract.ts'
import { writeCount } from '#kernel/write-count.ts'

const percent = (share: number) => `${Math.round(share * 100)} %`

const columns: CsvColumns<Reports['watched'][number] & { title: string }> = {
  Event: ({ title }) => title,
  'Average Share Watched': ({ averageShare }) => percent(averageShare),
  Viewers: ({ watchers }) => String(watchers),
  Finished: ({ finished }) => String(finished),
}

/** Renders how much of each recording its viewers watched, most viewers first. */
export function WatchedShares({ watched }: Pick<Reports, 'watched'>) {
  const titles = new Map((useQuery(adminEvents).data ?? []).map((event) => [event.id, event.title]))
  const rows = watched.toSorted((a, b) => b.watchers - a.watchers || a.eventId - b.eventId)
  return (
    <Card className="min-w-0 p-4 sm:p-5">
      <h2 className="text-subheading">How much was watched</h2>
      <p className="mt-1.5 text-small text-muted">
        {rows.length === 0
          ? 'No recording was watched yet.'
          : 'Average share of each recording that its viewers watched. Finished means 90 % or more.'}
      </p>
      {rows.length > 0 && (
        <DownloadRowsButton
          className="mt-3"
          label="how much was watched"
          fileName="watched-share"
          columns={columns}
          read={() =>
            rows.map((row) => ({
              ...row,
              title: titles.get(row.eventId) ?? `Event ${row.eventId}`,
            }))
          }
        />
      )}
      <ul className="grid gap-4 not-empty:mt-4">
        {rows.map((row) => (
          <li key={row.eventId}>
            <WatchedShare watched={row} title={titles.get(row.eventId) ?? `Event ${row.eventId}`} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

type WatchedShareProps = { watched: Reports['watched'][number]; title: string }

/** Renders how much of one recording was watched, with the chart of its number of viewers. */
export function WatchedShare({ watched, title }: WatchedShareProps) {
  const { eventId, watchers, averageShare, finished } = watched
  return (
    <>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-small">
        <bdi className="font-semibold wrap-anywhere">{title}</bdi>
        <span className="text-muted figures">
          {percent(averageShare)} · {writeCount(watchers, 'viewer')},{' '}
          {finished.toLocaleString('en-GB')} finished
        </span>
      </p>
      <div
        aria-hidden
        className="mt-1.5 h-2.5 overflow-hidden rounded-full bg-line forced-color-adjust-none"
      >
        <div className="h-full bg-glow" style={{ width: `${averageShare * 100}%` }} />
      </div>
      <DropOffSection eventId={eventId} title={title} />
    </>
  )
}

/** Renders a collapsed section that loads a recording's drop-off chart when it is opened. */
function DropOffSection({ eventId, title }: { eventId: number; title: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)} className="text-small">
      <summary className={`inline-flex min-h-11 cursor-pointer items-center ${textLinkStyle}`}>
        Drop-off<span className="sr-only"> {title}</span>
      </summary>
      {isOpen && <DropOffChart eventId={eventId} title={title} />}
    </details>
  )
}

function dropOffOf(eventId: number) {
  return queryOptions({
    queryKey: ['/api/admin/events', eventId, 'drop-off'],
    queryFn: ({ signal }) =>
      call('GET /api/admin/events/:id/drop-off', { params: { id: eventId }, signal }),
  })
}

const height = 100

/** Renders a chart of how many viewers watched each part of a recording. */
function DropOffChart({ eventId, title }: { eventId: number; title: string }) {
  const query = useQuery(dropOffOf(eventId))
  const { data } = query
  if (!data) {
    return <NotLoaded query={query} message="The chart could not be loaded." skeleton="mt-3 h-36" />
  }
  if (data.viewers === 0 || data.duration === 0) return null
  return (
    <figure className="mt-3">
      <svg
        role="img"
        aria-label={`Number of viewers during ${title}`}
        viewBox={`0 0 ${data.duration} ${height}`}
        preserveAspectRatio="none"
        className="block h-32 w-full rounded-sm border border-line bg-surface"
      >
        {data.peaks.map(({ from, to }) => (
          <rect
            key={from}
            x={from}
            width={to - from}
            y={0}
            height={height}
            className="fill-accent opacity-40"
          />
        ))}
        <path d={drawCurve(data)} className="fill-glow opacity-60" />
        {data.chapters.map(({ start }) => (
          <line
            key={start}
            x1={start}
            x2={start}
            y1={0}
            y2={height}
            vectorEffect="non-scaling-stroke"
            className="stroke-line-strong [stroke-dasharray:3_3]"
          />
        ))}
      </svg>
      <p aria-hidden className="flex justify-between text-caption text-muted figures">
        <span>0:00</span>
        <span>{formatPosition(Math.floor(data.duration))}</span>
      </p>
      <figcaption className="mt-2 grid gap-2 text-small">
        <DropOffSummary dropOff={data} />
      </figcaption>
    </figure>
  )
}

function drawCurve({ curve, duration, viewers }: DropOff): string {
  const level = (count: number) => height - (count / viewers) * (height - 4)
  const steps = curve.flatMap(({ from, viewers: count }, position) => {
    const end = Math.min(curve[position + 1]?.from ?? duration, duration)
    return from >= duration ? [] : [`L${from} ${level(count)}L${end} ${level(count)}`]
  })
  return `M0 ${height}${steps.join('')}L${duration} ${height}Z`
}

/** Renders the drop-off in sentences, and the recording's chapters with their number of viewers. */
function DropOffSummary({ dropOff }: { dropOff: DropOff }) {
  const { viewers, curve, peaks, steepest, chapters } = dropOff
  const at = (second: number) => curve.findLast(({ from }) => from <= second)?.viewers ?? 0
  const share = (count: number) => `${Math.round((count / viewers) * 100)}\u00A0%`
  return (
    <>
      {steepest && (
        <p className="wrap-anywhere">
          {`Most viewers leave between ${formatPosition(steepest.from)} and ${formatPosition(steepest.to)}: from ${share(steepest.before)} to ${share(steepest.after)}.`}
          {steepest.said.length > 0 && (
            <span className="text-muted">
              {` Transcript at this point: “${steepest.said.map(({ text }) => text).join(' ')}”`}
            </span>
          )}
        </p>
      )}
      {peaks.length > 0 && (
        <p>
          Most rewatched parts (highlighted):{' '}
          {peaks
            .map(({ from, to }) => `${formatPosition(from)} to ${formatPosition(to)}`)
            .join(', ')}
          .
        </p>
      )}
      {chapters.length > 0 && (
        <ol className="grid gap-x-5 sm:grid-cols-2">
          {chapters.map(({ start, title }) => (
            <li key={start} className="flex justify-between gap-3">
              <span className="wrap-anywhere">
                <span className="text-muted figures">{formatPosition(start)}</span> {title}
              </span>
              <span className="figures">{share(at(start))}</span>
            </li>
          ))}
        </ol>
      )}
    </>
  )
}
