import type { EventPage } from '#shared/contract/events.ts'
import { EventDateTime } from '#app/components/event-moment.tsx'
import { AddToCalendar } from '#app/components/forms/add-to-calendar.tsx'
import { pictureSizes } from '#app/components/picture-sizes.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Picture } from '#app/ui/picture.tsx'
import { Container } from '#app/ui/section.tsx'

/** Who, what and when, beside the event's picture. */
export function EventHeading({ event }: { event: EventPage }) {
  const isOpen = event.status !== 'completed' && !event.isCancelled
  const isDated = event.eventDate !== null || event.eventTime !== null
  return (
    <header className="on-stage pool border-b border-line">
      <Container className="grid items-center gap-x-14 gap-y-8 py-8 sm:py-14 lg:grid-cols-2">
        <div className="min-w-0">
          <EventBadge event={event} />
          <h1 id="event-title" className="mt-4 text-title wrap-anywhere">
            {event.title}
          </h1>
          <p className="mt-4 text-lead wrap-anywhere text-muted">
            <span className="font-semibold text-ink">{event.speakerName}</span>
            {event.speakerTitle && <>, {event.speakerTitle}</>}
          </p>
          <EventDateTime event={event} className="mt-5" />
          {isOpen && !isDated && (
            <p className="mt-5 font-semibold text-glow">The date is not fixed yet.</p>
          )}
          {isOpen && <AddToCalendar event={event} />}
        </div>
        <div className="overflow-hidden rounded-lg border border-line">
          <Picture
            src={[event.bannerImage, event.featureImage]}
            alt=""
            width={1600}
            height={900}
            sizes={pictureSizes(['(min-width: 64rem)', '36rem'], '92vw')}
            priority
            className="aspect-video w-full"
          />
        </div>
      </Container>
    </header>
  )
}

function EventBadge({ event }: { event: EventPage }) {
  if (event.isCancelled) return <Badge tone="danger">Cancelled</Badge>
  if (event.isLive) return <Badge tone="accent">Live now</Badge>
  if (event.status === 'upcoming') return <Badge tone="accent">Seats Limited</Badge>
  if (event.status === 'pre_registration') return <Badge>Future event</Badge>
  return <Badge>{event.hasRecording ? 'Previous interview' : 'Recording Coming Soon'}</Badge>
}
