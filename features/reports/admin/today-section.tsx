import { useQuery } from '@tanstack/react-query'
import { useSite } from '#client/page/use-site.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Card } from '#client/ui/card.tsx'
import { adminEvents, todaysCounts } from '#features/events/admin/event-queries.ts'
import { PublicAddress } from '#features/events/admin/public-address.tsx'
import { mailSetup } from '#features/mails/admin/outbox-entries.ts'
import type { TodaysCounts } from '#features/reports/contract.ts'
import type { AdminEvent } from '#kernel/event-shapes.ts'
import { formatEventTime } from '#kernel/event-time.ts'
import { EventDayLinks } from './event-day-links.tsx'
import { FailureReasons } from './failure-reasons.tsx'
import { TodaysPeople } from './todays-people.tsx'

/** On the event's day, numbers change by the minute. */
const refreshMs = 30_000

/** Shows what an organiser needs on the day of an event; renders nothing on other days. */
export function TodaySection() {
  const { data } = useQuery({
    ...todaysCounts,
    refetchInterval: ({ state }) => (state.data?.length ? refreshMs : false),
  })
  const events =
    useQuery({ ...adminEvents, refetchInterval: data?.length ? refreshMs : false }).data ?? []
  const setup = useQuery({ ...mailSetup, enabled: Boolean(data?.length) }).data
  if (!data || data.length === 0) return null
  const isSampleOnly = data.every(
    ({ eventId }) => events.find(({ id }) => id === eventId)?.isSample,
  )
  return (
    <section aria-labelledby="today-heading">
      <h2 id="today-heading" className="text-heading">
        Today
      </h2>
      {/* Otherwise the warning above says it. */}
      {setup?.isSending === false && isSampleOnly && (
        <p className="mt-2 max-w-reading text-muted">
          No mail server is set: mails are written down and read under Messages, and nobody is told.
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

type TodaysEventProps = { counts: TodaysCounts; event: AdminEvent | undefined }

function TodaysEvent({ counts, event }: TodaysEventProps) {
  const { display } = useSite().site
  const time = event && formatEventTime(event, display)
  const title = event?.title ?? `Event ${counts.eventId}`
  const titleId = `today-${counts.eventId}`
  return (
    <Card className="p-4 sm:p-5">
      <article aria-labelledby={titleId}>
        <h3 className="text-subheading wrap-anywhere">
          <bdi id={titleId}>{title}</bdi> {event?.isLive && <Badge tone="accent">Live now</Badge>}
        </h3>
        {time && <p className="mt-1 text-small text-muted figures">{time}</p>}
        {event && (
          <>
            <EventDayLinks event={event} openQuestions={counts.openQuestions} titleId={titleId} />
            <PublicAddress event={event} describedBy={titleId} />
          </>
        )}
        <TodaysFacts counts={counts} hasWebinar={Boolean(event?.webinarId)} />
        {(counts.failed ?? 0) > 0 && <FailureReasons eventId={counts.eventId} />}
        <TodaysPeople counts={counts} />
      </article>
    </Card>
  )
}

function TodaysFacts({ counts, hasWebinar }: { counts: TodaysCounts; hasWebinar: boolean }) {
  const { confirmed, preRegistered, toldByMail, inWebinar, inside, insideKnownBy, failed } = counts
  const facts = [
    { name: insideKnownBy === 'webinar' ? 'Inside now' : 'Went in by their link', value: inside },
    { name: 'Seats confirmed', value: confirmed },
    ...(preRegistered > 0 ? [{ name: 'Pre-registered, no seat yet', value: preRegistered }] : []),
    { name: 'Told by mail', value: toldByMail },
    ...(hasWebinar ? [{ name: 'Seats taken in Zoom', value: inWebinar }] : []),
    { name: 'Failed', value: failed, isBad: (failed ?? 0) > 0 },
  ]
  return (
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
  )
}
