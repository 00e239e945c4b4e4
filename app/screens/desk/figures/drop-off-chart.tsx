import { queryOptions, useQuery } from '@tanstack/react-query'
import type { DropOff } from '#shared/contract/drop-off.ts'
import { call } from '#app/api/call.ts'
import { formatPosition } from '#app/components/format-position.ts'
import { LoadFailed } from '#app/components/load-failed.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'

function dropOffOf(eventId: number) {
  return queryOptions({
    queryKey: ['/api/admin/events', eventId, 'drop-off'],
    queryFn: ({ signal }) =>
      call('GET /api/admin/events/:id/drop-off', { params: { id: eventId }, signal }),
  })
}

const height = 100

/** How many have seen each part of an interview: where they leave, what they seek out. */
export function DropOffChart({ eventId, title }: { eventId: number; title: string }) {
  const { data, error, refetch } = useQuery(dropOffOf(eventId))
  if (!data && error) {
    return <LoadFailed error={error} words="The curve could not be loaded." onRetry={refetch} />
  }
  if (!data) return <Skeleton className="mt-3 h-36" />
  if (data.viewers === 0 || data.duration === 0) return null
  return (
    <figure className="mt-3">
      <svg
        role="img"
        aria-label={`Viewers along ${title}`}
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
        <DropOffWords dropOff={data} />
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

/** The same in words, and the chapters with how many came so far. */
function DropOffWords({ dropOff }: { dropOff: DropOff }) {
  const { viewers, curve, peaks, steepest, chapters } = dropOff
  const at = (second: number) => curve.findLast(({ from }) => from <= second)?.viewers ?? 0
  const share = (count: number) => `${Math.round((count / viewers) * 100)}\u00A0%`
  return (
    <>
      {steepest && (
        <p className="wrap-anywhere">
          Most leave between {formatPosition(steepest.from)} and {formatPosition(steepest.to)}: from{' '}
          {share(steepest.before)} to {share(steepest.after)}.
          {steepest.said.length > 0 && (
            <span className="text-muted">
              {' '}
              Said there: “{steepest.said.map(({ text }) => text).join(' ')}”
            </span>
          )}
        </p>
      )}
      {peaks.length > 0 && (
        <p>
          Seen by more than what comes before, and marked:{' '}
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
