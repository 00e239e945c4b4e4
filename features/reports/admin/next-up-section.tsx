import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useHasRole } from '#client/admin/for-role.tsx'
import { useSite } from '#client/page/use-site.ts'
import { buttonStyle } from '#client/ui/button.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Card } from '#client/ui/card.tsx'
import { lazyChunk } from '#client/ui/lazy-chunk.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { eventTabPath } from '#features/events/admin/event-places.ts'
import { adminEvents, todaysCounts } from '#features/events/admin/event-queries.ts'
import { mailSetup } from '#features/mails/admin/outbox-entries.ts'
import type { TodaysCounts } from '#features/reports/contract.ts'
import type { ListedEvent } from '#kernel/event-shapes.ts'
import { formatEventTime } from '#kernel/event-time.ts'
import { NextUp } from './next-up.tsx'

/** Milliseconds between requests on the day of an event, when its numbers change by the minute. */
const refreshMs = 30_000

// Load this component on demand, because most days have no event.
const EventDay = lazyChunk(
  async () => (await import('./event-day.tsx')).EventDay,
  <Skeleton className="mt-4 h-64" />,
)

/** Shows today's events, or, if there are none today, the next event. */
export function NextUpSection() {
  const { data, isPending } = useQuery({
    ...todaysCounts,
    refetchInterval: ({ state }) => (state.data?.length ? refreshMs : false),
  })
  const events =
    useQuery({ ...adminEvents, refetchInterval: data?.length ? refreshMs : false }).data ?? []
  if (isPending) return null
  return data?.length ? <Today counts={data} events={events} /> : <NextUp events={events} />
}

type TodayProps = { counts: TodaysCounts[]; events: ListedEvent[] }

function Today({ counts: data, events }: TodayProps) {
  const setup = useQuery(mailSetup).data
  const isSampleOnly = data.every(
    ({ eventId }) => events.find(({ id }) => id === eventId)?.isSample,
  )
  return (
    <section aria-labelledby="today-heading">
      <h2 id="today-heading" className="text-heading">
        Today
      </h2>
      {/* If real events exist, a warning at the top of the dashboard says the same, so show this note for sample
          events only. */}
      {setup?.isSending === false && isSampleOnly && (
        <p className="mt-2 max-w-reading text-muted">
          No mail server is connected. Emails are stored under Email › Sent and not delivered.
        </p>
      )}
      <div className="mt-5 grid gap-5">
        {data.map((counts) => (
          <TodaysEvent
            key={counts.eventId}
            counts={counts}
            event={events.find(({ id }) => id === counts.eventId)}
          />
        ))}
      </div>
    </section>
  )
}

type TodaysEventProps = { counts: TodaysCounts; event: ListedEvent | undefined }

function TodaysEvent({ counts, event }: TodaysEventProps) {
  const { display } = useSite().site
  const time = event && formatEventTime(event, display)
  const title = event?.title ?? `Event ${counts.eventId}`
  const titleId = `today-${counts.eventId}`
  // Before and during the event, the link to the meeting room is the main button; afterwards, the next step.
  const mayEdit = useHasRole('editor')
  const next = mayEdit && event?.status === 'completed' ? event.nextStep?.action : undefined
  return (
    <Card className="p-4 sm:p-5">
      <article aria-labelledby={titleId}>
        <h3 className="text-subheading wrap-anywhere">
          <Link
            to={eventTabPath(counts.eventId)}
            className="hover:text-glow hover:underline hover:underline-offset-4"
          >
            <bdi id={titleId}>{title}</bdi>
          </Link>{' '}
          {event?.isLive && <Badge tone="accent">Live now</Badge>}
        </h3>
        {time && <p className="mt-1 text-small text-muted figures">{time}</p>}
        {next && (
          <Link
            to={next.href}
            aria-describedby={titleId}
            className={buttonStyle('primary', 'medium', 'mt-4 px-4! text-small!')}
          >
            {next.label}
          </Link>
        )}
        <EventDay counts={counts} event={event} titleId={titleId} />
      </article>
    </Card>
  )
}
