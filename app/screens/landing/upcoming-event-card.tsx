import type { PublicEvent } from '#shared/contract/events.ts'
import { EventCard } from '#app/components/event-card.tsx'
import { JoinLinkButton } from './join-link-button.tsx'
import { pictureSizes } from '#app/components/picture-sizes.ts'
import { eventPath } from '#shared/slug.ts'
import { useSource } from '#app/components/forms/use-source.ts'
import { PressButton } from '#app/ui/press-link.tsx'
import { preloadDialog, type OpenDialog } from './landing-dialog.ts'

type UpcomingEventCardProps = { event: PublicEvent; isAlone: boolean; onOpen: OpenDialog }

/** An event that is open for registration. */
export function UpcomingEventCard({ event, isAlone, onOpen }: UpcomingEventCardProps) {
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
        Register Now
      </PressButton>
      <PressButton
        href={page}
        // Search engines take the title's link, whose words say where it leads.
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
