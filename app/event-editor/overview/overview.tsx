import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { lazyChunk } from '#client/ui/lazy-chunk.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { textLinkStyle } from '#client/ui/text-link.ts'
import { EventChecklist } from '#features/events/admin/event-checklist.tsx'
import { countRegistrations } from '#features/events/admin/event-groups.tsx'
import { type EventTab, eventTabPath } from '#features/events/admin/event-places.ts'
import { reports, todaysCounts } from '#features/events/admin/event-queries.ts'
import { FeedbackSwitch } from '#features/feedback/admin/event-feedback.tsx'
import type { AdminEvent } from '#kernel/event-shapes.ts'
import { EventProblems } from '#app/event-editor/event-problems.tsx'

const EventDay = lazyChunk(
  async () => (await import('#features/reports/admin/event-day.tsx')).EventDay,
  <Skeleton className="mt-4 h-64" />,
)

const refreshMs = 30_000

/** The tab with the checklist and the numbers of an event, and on the event's day the meeting room. */
export function Overview({ event }: { event: AdminEvent }) {
  return (
    <div className="grid gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="grid min-w-0 content-start gap-10">
        {event.status !== 'completed' && <DayOfEvent event={event} />}
        <EventChecklist
          event={event}
          extras={{ ask_feedback: <FeedbackSwitch eventId={event.id} /> }}
        />
      </div>
      <div className="grid min-w-0 content-start gap-10">
        <Numbers event={event} />
        <EventProblems eventId={event.id} />
      </div>
    </div>
  )
}

/** Meeting room, questions and number of registrants of an event that takes place today; null on other days. */
function DayOfEvent({ event }: { event: AdminEvent }) {
  const { data } = useQuery({ ...todaysCounts, refetchInterval: refreshMs })
  const counts = data?.find(({ eventId }) => eventId === event.id)
  if (!counts) return null
  return (
    <section aria-labelledby="event-day" className="min-w-0">
      <h2 id="event-day" className="text-subheading">
        Today
      </h2>
      <EventDay counts={counts} event={event} titleId="event-day" />
    </section>
  )
}

function Numbers({ event }: { event: AdminEvent }) {
  const { data: figures } = useQuery(reports)
  const attendance = figures?.attendance.find(({ eventId }) => eventId === event.id)
  const watched = figures?.watched.find(({ eventId }) => eventId === event.id)
  const facts: { name: string; value: number | undefined; tab: EventTab }[] = [
    {
      name: 'Registrations',
      value: figures && countRegistrations(figures, [event.id]),
      tab: 'people',
    },
    ...(event.capacity === null
      ? []
      : [{ name: 'Seats', value: event.capacity, tab: 'people' as const }]),
    ...(attendance ? [{ name: 'Attended', value: attendance.came, tab: 'results' as const }] : []),
    ...(watched ? [{ name: 'Watched', value: watched.watchers, tab: 'results' as const }] : []),
  ]
  return (
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
  )
}
