import type { ComponentProps } from 'react'
import { useNavigate } from 'react-router'
import { useSite, useTexts } from '#client/page/use-site.ts'
import { PressButton, Button } from '#client/ui/button.tsx'
import { pictureSizes } from '#client/ui/picture-sizes.ts'
import { Section } from '#client/ui/section.tsx'
import { useOnceAlive } from '#client/ui/use-once-alive.ts'
import { EventCard } from '#features/events/public/event-card.tsx'
import { useSource } from '#features/registrations/public/use-source.ts'
import type { PublicEvent } from '#kernel/event-shapes.ts'
import { isOnItsDay } from '#kernel/event-time.ts'
import { eventPath } from '#kernel/slug.ts'
import { type OpenDialog, preloadDialog } from './front-page-dialogs.tsx'

/** The section of upcoming events, at most two: one is centred, two are side by side. */
export function UpcomingEvents({ events, onOpen }: { events: PublicEvent[]; onOpen: OpenDialog }) {
  const { upcomingLead } = useTexts().front
  return (
    <Section
      id="upcoming-events"
      title="Upcoming Events"
      lead={events.length > 0 && upcomingLead}
      className="pool"
    >
      {events.length === 0 ? (
        <GetNotified />
      ) : (
        <ul className={events.length === 1 ? 'mx-auto max-w-3xl' : 'grid gap-8 md:grid-cols-2'}>
          {events.map((event) => (
            <li key={event.id} className="grid min-w-0">
              <UpcomingEventCard event={event} isAlone={events.length === 1} onOpen={onOpen} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function GetNotified() {
  const { noneTitle, noneLead } = useTexts().front
  const navigate = useNavigate()
  return (
    <div className="mx-auto max-w-2xl rounded-lg border border-line bg-surface px-6 py-12 text-center">
      <h3 className="text-heading">{noneTitle}</h3>
      <p className="mx-auto mt-3 max-w-md text-muted">{noneLead}</p>
      <PressButton
        size="large"
        className="mt-7"
        href="/notify"
        staysLink
        onPress={() => void navigate('#signup')}
      >
        Get Notified
      </PressButton>
    </div>
  )
}

type UpcomingEventCardProps = { event: PublicEvent; isAlone: boolean; onOpen: OpenDialog }

/** The card of an event that is open for registration. */
function UpcomingEventCard({ event, isAlone, onOpen }: UpcomingEventCardProps) {
  const sizes = isAlone
    ? pictureSizes(['(min-width: 54rem)', '48rem'], '92vw')
    : pictureSizes(['(min-width: 76rem)', '34rem'], ['(min-width: 48rem)', '46vw'], '92vw')
  const source = useSource()
  const page = eventPath(event.slug) + (source ? `?source=${encodeURIComponent(source)}` : '')
  return (
    <EventCard event={event} sizes={sizes}>
      <PressButton
        href={page}
        className="grow"
        aria-describedby={`event-${event.id}`}
        {...preloadDialog('register')}
        onPress={() => onOpen({ kind: 'register', event })}
      >
        {event.seatsLeft === 0 ? 'Join the waiting list' : 'Register Now'}
      </PressButton>
      <PressButton
        href={page}
        // Search engines should follow the link on the event's title instead, because its text is more meaningful.
        rel="nofollow"
        variant="secondary"
        className="grow"
        aria-describedby={`event-${event.id}`}
        {...preloadDialog('learn-more')}
        onPress={() => onOpen({ kind: 'learn-more', event })}
      >
        Learn More
      </PressButton>
      <JoinLinkButton
        event={event}
        className="grow basis-full"
        aria-describedby={`event-${event.id}`}
        {...preloadDialog('join-link')}
        onClick={() => onOpen({ kind: 'join-link', event })}
      />
    </EventCard>
  )
}

/**
 * On the event's day, helps registrants who cannot find the mail with their join link. Rendered after hydration only,
 * because the cached document must not depend on the current day.
 */
function JoinLinkButton({
  event,
  ...button
}: { event: PublicEvent } & ComponentProps<typeof Button>) {
  const { zone } = useSite().site.display
  const isToday = useOnceAlive(() => isOnItsDay(event, new Date(), zone))
  if (!isToday) return null
  return (
    <Button variant="quiet" {...button}>
      Send me my join link
    </Button>
  )
}
