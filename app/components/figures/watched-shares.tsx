import { useQuery } from '@tanstack/react-query'
import type { DeskFigures } from '#shared/contract/desk-figures.ts'
import { adminEvents } from '#app/api/queries.ts'
import { Card } from '#app/ui/card.tsx'

const percent = (share: number) => `${Math.round(share * 100)} %`

/** How much of each interview those who opened it have watched, the most watched first. */
export function WatchedShares({ watched }: Pick<DeskFigures, 'watched'>) {
  const titles = new Map((useQuery(adminEvents).data ?? []).map((event) => [event.id, event.title]))
  const rows = watched.toSorted((a, b) => b.watchers - a.watchers || a.eventId - b.eventId)
  return (
    <Card className="min-w-0 p-4 sm:p-5">
      <h3 className="text-subheading">Watched share</h3>
      <p className="mt-1.5 text-small text-muted">
        {rows.length === 0
          ? 'No interview was watched yet.'
          : 'Of each interview, how much its viewers have seen on average, and how many saw nine tenths.'}
      </p>
      <ul className="grid gap-4 not-empty:mt-4">
        {rows.map(({ eventId, watchers, averageShare, finished }) => (
          <li key={eventId}>
            <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-small">
              <bdi className="font-semibold wrap-anywhere">
                {titles.get(eventId) ?? `Event ${eventId}`}
              </bdi>
              <span className="text-muted figures">
                {percent(averageShare)} · {watchers.toLocaleString('en-GB')}{' '}
                {watchers === 1 ? 'viewer' : 'viewers'}, {finished.toLocaleString('en-GB')} to the
                end
              </span>
            </p>
            <div aria-hidden className="mt-1.5 h-2.5 overflow-hidden rounded-full bg-line">
              <div className="h-full bg-glow" style={{ width: percent(averageShare) }} />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
