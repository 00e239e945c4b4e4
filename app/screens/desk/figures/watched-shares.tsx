import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Reports } from '#shared/contract/desk-figures.ts'
import { adminEvents } from '#app/api/admin-queries.ts'
import { Card } from '#app/ui/card.tsx'
import { DropOffChart } from './drop-off-chart.tsx'

const percent = (share: number) => `${Math.round(share * 100)} %`

/** How much of each interview those who opened it have watched, the most watched first. */
export function WatchedShares({ watched }: Pick<Reports, 'watched'>) {
  const titles = new Map((useQuery(adminEvents).data ?? []).map((event) => [event.id, event.title]))
  const rows = watched.toSorted((a, b) => b.watchers - a.watchers || a.eventId - b.eventId)
  return (
    <Card className="min-w-0 p-4 sm:p-5">
      <h2 className="text-subheading">Watched share</h2>
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
            <Leaving eventId={eventId} title={titles.get(eventId) ?? `Event ${eventId}`} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** The curve of one interview, fetched when it is asked for. */
function Leaving({ eventId, title }: { eventId: number; title: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)} className="text-small">
      <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold text-glow underline underline-offset-4">
        Where people leave<span className="sr-only"> {title}</span>
      </summary>
      {isOpen && <DropOffChart eventId={eventId} title={title} />}
    </details>
  )
}
