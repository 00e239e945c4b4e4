import { useState } from 'react'
import { useFormatInstant } from '#client/admin/use-format-instant.ts'
import { useSite } from '#client/page/use-site.ts'
import { Badge } from '#client/ui/badge.tsx'
import type { AdminEvent } from '#kernel/event-shapes.ts'
import { formatEventDate, formatEventTime } from '#kernel/event-time.ts'
import { appearsAt, isPublished } from '#kernel/publishing.ts'
import { writeCount } from '#kernel/write-count.ts'
import { statusNames, statusPlaces } from './event-status.ts'

const tones = { pre_registration: 'neutral', upcoming: 'accent', completed: 'success' } as const

/** Shows an event's status, badges, date in the display zone and number of registrations. */
export function EventFacts({
  event,
  registrations,
}: {
  event: AdminEvent
  /** Number of registrations; null while it loads, undefined if it is not shown. */
  registrations?: number | null
}) {
  const { zone, suffix } = useSite().site.display
  const date = formatEventDate(event, zone) ?? 'Date TBD'
  const time = formatEventTime(event, { zone, suffix })
  const isCancelled = event.cancelledAt !== null
  const [now] = useState(() => new Date())
  const isSeen = isPublished(event, now)
  return (
    <>
      <p className="mt-1.5 flex flex-wrap items-center gap-2">
        {!isSeen && <UnpublishedBadge event={event} />}
        {isCancelled ? (
          <Badge tone="danger">Cancelled</Badge>
        ) : (
          <Badge tone={isSeen ? tones[event.status] : 'neutral'}>{statusNames[event.status]}</Badge>
        )}
        {event.isLive && !isCancelled && <Badge tone="accent">Live now</Badge>}
        {event.isSample && <Badge>Sample</Badge>}
        {event.hasRecording && !isCancelled && <Badge tone="success">Recording released</Badge>}
      </p>
      <p className="mt-2 flex flex-wrap gap-x-4 gap-y-0.5 text-small text-muted figures">
        <span className="min-w-0 wrap-anywhere">
          {date}
          {time && (
            <>
              , <span className="inline-block">{time}</span>
            </>
          )}
        </span>
        <span className="min-w-0 wrap-anywhere">{event.speakerName}</span>
        {registrations !== undefined && (
          <span>
            {registrations?.toLocaleString('en-GB') ?? '…'}{' '}
            {registrations === 1 ? 'registration' : 'registrations'}
          </span>
        )}
        {event.capacity !== null && <span>{writeCount(event.capacity, 'seat')}</span>}
      </p>
      {!isCancelled && isSeen && event.status !== event.storedStatus && (
        <p className="mt-1 text-small text-muted">
          {`The event has ended, so visitors see it under ${statusPlaces[event.status]}, although its status is still “${statusNames[event.storedStatus]}”.`}
        </p>
      )}
    </>
  )
}

/** Badge of an unpublished event: the time of its scheduled publication, or 'Draft'. */
function UnpublishedBadge({ event }: { event: AdminEvent }) {
  const format = useFormatInstant()
  const moment = appearsAt(event)
  return (
    <Badge tone="accent">
      {moment ? `Scheduled for ${format(moment.toISOString())}` : 'Draft'}
    </Badge>
  )
}
