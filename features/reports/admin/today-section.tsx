import { useQuery } from '@tanstack/react-query'
import { pathOf, call } from '#client/api/call.ts'
import { useSite } from '#client/page/use-site.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Card } from '#client/ui/card.tsx'
import { adminEvents, todaysCounts } from '#features/events/admin/event-queries.ts'
import { mailSetup } from '#features/mails/admin/outbox-entries.ts'
import type { TodaysCounts } from '#features/reports/contract.ts'
import type { AdminEvent } from '#kernel/event-shapes.ts'
import { formatEventTime } from '#kernel/event-time.ts'

/** On its day the numbers of an event change by the minute. */
const refreshMs = 30_000

/** The seats of today's events, which the admin area opens with; nothing on any other day. */
export function TodaySection() {
  const { data } = useQuery({
    ...todaysCounts,
    refetchInterval: ({ state }) => (state.data?.length ? refreshMs : false),
  })
  const events =
    useQuery({ ...adminEvents, refetchInterval: data?.length ? refreshMs : false }).data ?? []
  const setup = useQuery({ ...mailSetup, enabled: Boolean(data?.length) }).data
  if (!data || data.length === 0) return null
  return (
    <section aria-labelledby="today-heading">
      <h2 id="today-heading" className="text-heading">
        Today
      </h2>
      {setup?.isSending === false && (
        <p className="mt-2 max-w-reading text-muted">
          No mail server is set: mails are written down and read under Messages, and nobody is told.
        </p>
      )}
      <div className="mt-5 grid gap-5">
        {data.map((counts) => (
          <TodaysEvent
            key={counts.eventId}
            seats={counts}
            event={events.find(({ id }) => id === counts.eventId)}
          />
        ))}
      </div>
    </section>
  )
}

function TodaysEvent({
  seats: counts,
  event,
}: {
  seats: TodaysCounts
  event: AdminEvent | undefined
}) {
  const { display } = useSite().site
  const time = event && formatEventTime(event, display)
  const { confirmed, preRegistered, toldByMail, inWebinar, failed } = counts
  const facts = [
    { name: 'Seats confirmed', value: confirmed },
    ...(preRegistered > 0 ? [{ name: 'Pre-registered, no seat yet', value: preRegistered }] : []),
    { name: 'Told by mail', value: toldByMail },
    { name: 'In the webinar', value: inWebinar },
    { name: 'Failed', value: failed, isBad: (failed ?? 0) > 0 },
  ]
  return (
    <Card className="p-4 sm:p-5">
      <h3 className="text-subheading wrap-anywhere">
        <bdi>{event?.title ?? `Event ${counts.eventId}`}</bdi>{' '}
        {event?.isLive && <Badge tone="accent">Live now</Badge>}
      </h3>
      {time && <p className="mt-1 text-small text-muted figures">{time}</p>}
      <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-4 sm:flex sm:flex-wrap sm:gap-x-12">
        {facts.map(({ name, value, isBad }) => (
          <div key={name} className="flex flex-col-reverse justify-end">
            <dt className="text-small text-muted">{name}</dt>
            <dd className={`font-display text-heading figures ${isBad ? 'text-danger' : ''}`}>
              {value === null ? '–' : value.toLocaleString('en-GB')}
            </dd>
          </div>
        ))}
      </dl>
      {(failed ?? 0) > 0 && <FailureReasons eventId={counts.eventId} />}
    </Card>
  )
}

const looked = 100

/** Reasons with how often each was given, the most frequent first. */
function countReasons(rows: { lastError: string | null }[], what: string) {
  const counts = new Map<string, number>()
  for (const { lastError } of rows) {
    const reason = `${what}: ${lastError ?? 'no reason was given'}`
    counts.set(reason, (counts.get(reason) ?? 0) + 1)
  }
  return [...counts].toSorted((a, b) => b[1] - a[1])
}

/** Why mails about an event and seats in its webinar were given up. */
function FailureReasons({ eventId }: { eventId: number }) {
  const query = { eventId, state: 'failed', limit: looked } as const
  const { data: reasons = [] } = useQuery({
    queryKey: [pathOf('GET /api/admin/figures'), 'failures', eventId],
    async queryFn({ signal }) {
      const [{ deliveries: outboxEntries }, { seats: webinarSeats }] = await Promise.all([
        call('GET /api/admin/messages', { query, signal }),
        call('GET /api/admin/seats', { query, signal }),
      ])
      return [...countReasons(outboxEntries, 'Mail'), ...countReasons(webinarSeats, 'Seat')]
    },
    staleTime: 0,
  })
  if (reasons.length === 0) return null
  return (
    <ul aria-label="Why it failed" className="mt-4 grid gap-1 text-small text-danger">
      {reasons.map(([reason, times]) => (
        <li key={reason} className="wrap-anywhere figures">
          {times.toLocaleString('en-GB')} × {reason}
        </li>
      ))}
    </ul>
  )
}
