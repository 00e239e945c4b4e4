import { Link } from 'react-router'
import { LoadFailed } from '#client/page/load-failed.tsx'
import { useSite } from '#client/page/use-site.ts'
import { Badge } from '#client/ui/badge.tsx'
import { groupEvents } from '#features/events/admin/event-order.ts'
import type { AdminEvent } from '#kernel/event-shapes.ts'
import { formatEventDate } from '#kernel/event-time.ts'
import type { DashboardReads } from './dashboard-reads.ts'

/** Lists each event with date, status and ID, next events first. */
export function EventsOverview({ reads: { events } }: { reads: DashboardReads }) {
  const inOrder = groupEvents(events.data ?? []).flatMap((group) => group.events)
  return (
    <section aria-labelledby="overview-heading">
      <h2 id="overview-heading" className="mb-4 text-heading">
        Events Overview
      </h2>
      {events.isError && (
        <LoadFailed
          error={events.error}
          message="The events could not be loaded. Please try again."
          onRetry={events.refetch}
        />
      )}
      {events.data?.length === 0 && <p className="text-muted">No events yet.</p>}
      {/* Limit the height of the list and let it scroll, so that the page does not grow with the number of events. */}
      <ul className="-m-1 grid max-h-[min(34rem,70vh)] gap-3 overflow-y-auto p-1 sm:grid-cols-2 lg:grid-cols-3">
        {inOrder.map((event) => (
          <li key={event.id} className="min-w-0">
            <OverviewCard event={event} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function OverviewCard({ event }: { event: AdminEvent }) {
  const { zone } = useSite().site.display
  const isOver = event.status === 'completed' || event.cancelledAt !== null
  return (
    <article
      className={`flex h-full flex-col rounded-lg border border-line px-4 py-3.5 ${isOver ? 'border-dashed' : 'bg-surface'}`}
    >
      <h3 className="font-sans text-base leading-snug font-semibold wrap-anywhere">
        <Link
          to={`/admin/events/${event.id}`}
          className="inline-block py-0.5 hover:text-glow hover:underline hover:underline-offset-4"
        >
          {event.title}
        </Link>
      </h3>
      <p className="mt-auto flex flex-wrap items-center gap-x-3 gap-y-1.5 pt-2 text-small text-muted figures">
        <StatusBadge event={event} />
        <span>{formatEventDate(event, zone, 'medium') ?? 'Date TBD'}</span>
        <span className="ml-auto">ID: {event.id}</span>
      </p>
    </article>
  )
}

function StatusBadge({ event }: { event: AdminEvent }) {
  if (event.cancelledAt !== null) return <Badge tone="danger">Cancelled</Badge>
  if (event.isLive) return <Badge tone="accent">Live now</Badge>
  if (event.status === 'completed') return <Badge tone="success">Completed</Badge>
  if (event.status === 'upcoming') return <Badge tone="accent">Upcoming</Badge>
  return <Badge>Pre-registration</Badge>
}
