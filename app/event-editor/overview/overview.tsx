import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { textLinkStyle } from '#client/ui/text-link.ts'
import { countRegistrations } from '#features/events/admin/event-groups.tsx'
import { type EventTab, eventTabPath } from '#features/events/admin/event-places.ts'
import { reports } from '#features/events/admin/event-queries.ts'
import type { AdminEvent } from '#kernel/event-shapes.ts'
import { EventProblems } from '#app/event-editor/event-problems.tsx'

/** What the event needs next and its numbers, each a link to the tab with the details. */
export function Overview({ event }: { event: AdminEvent }) {
  const { data: figures } = useQuery(reports)
  const attendance = figures?.attendance.find(({ eventId }) => eventId === event.id)
  const watched = figures?.watched.find(({ eventId }) => eventId === event.id)
  const facts: { name: string; value: number | undefined; tab: EventTab }[] = [
    {
      name: 'Registrations',
      value: figures && countRegistrations(figures, [event.id]),
      tab: 'people',
    },
    ...(attendance ? [{ name: 'Attended', value: attendance.came, tab: 'results' as const }] : []),
    ...(watched ? [{ name: 'Watched', value: watched.watchers, tab: 'results' as const }] : []),
  ]
  return (
    <div className="grid gap-10 lg:grid-cols-2">
      <section aria-labelledby="event-numbers">
        <h2 id="event-numbers" className="text-subheading">
          Numbers
        </h2>
        <dl className="mt-4 flex flex-wrap gap-x-12 gap-y-4">
          {facts.map(({ name, value, tab }) => (
            <div key={name} className="flex flex-col-reverse justify-end">
              <dt className="text-small">
                <Link to={eventTabPath(event.id, tab)} className={textLinkStyle}>
                  {name}
                </Link>
              </dt>
              <dd className="font-display text-heading figures">
                {value?.toLocaleString('en-GB') ?? '…'}
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <EventProblems eventId={event.id} />
    </div>
  )
}
