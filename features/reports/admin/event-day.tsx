import type { TodaysCounts } from '#features/reports/contract.ts'
import type { AdminEvent } from '#kernel/event-shapes.ts'
import { PublicAddress } from '#features/events/admin/public-address.tsx'
import { EventDayLinks } from './event-day-links.tsx'
import { FailureReasons } from './failure-reasons.tsx'
import { TodaysPeople } from './todays-people.tsx'

type EventDayProps = { counts: TodaysCounts; event: AdminEvent | undefined; titleId: string }

/** Renders what an organiser needs on the day of an event: meeting room, questions, numbers and registrants. */
export function EventDay({ counts, event, titleId }: EventDayProps) {
  return (
    <>
      {event && (
        <>
          <EventDayLinks event={event} openQuestions={counts.openQuestions} titleId={titleId} />
          <PublicAddress event={event} describedBy={titleId} />
        </>
      )}
      <TodaysFacts counts={counts} hasWebinar={Boolean(event?.webinarId)} />
      {(counts.failed ?? 0) > 0 && <FailureReasons eventId={counts.eventId} />}
      <TodaysPeople counts={counts} />
    </>
  )
}

function TodaysFacts({ counts, hasWebinar }: { counts: TodaysCounts; hasWebinar: boolean }) {
  const { confirmed, preRegistered, toldByMail, inWebinar, inside, insideKnownBy, failed } = counts
  const facts = [
    { name: insideKnownBy === 'webinar' ? 'In the meeting now' : 'Joined by link', value: inside },
    { name: 'Seats confirmed', value: confirmed },
    ...(preRegistered > 0 ? [{ name: 'Pre-registered', value: preRegistered }] : []),
    { name: 'People emailed', value: toldByMail },
    ...(hasWebinar ? [{ name: 'Registered in Zoom', value: inWebinar }] : []),
    { name: 'Failures', value: failed, isBad: (failed ?? 0) > 0 },
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
