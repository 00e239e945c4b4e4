import type { PublicEvent } from '#shared/contract/events.ts'
import { EventCard } from '#app/components/event-card.tsx'
import { pictureSizes } from '#app/components/picture-sizes.ts'
import { Button } from '#app/ui/button.tsx'
import { JoinLinkButton } from './join-link-button.tsx'
import { preloadDialog, type OpenDialog } from './landing-dialog.ts'

type UpcomingEventCardProps = { event: PublicEvent; isAlone: boolean; onOpen: OpenDialog }

/** An event that is open for registration. */
export function UpcomingEventCard({ event, isAlone, onOpen }: UpcomingEventCardProps) {
  const sizes = isAlone
    ? pictureSizes(['(min-width: 54rem)', '48rem'], '92vw')
    : pictureSizes(['(min-width: 76rem)', '34rem'], ['(min-width: 48rem)', '46vw'], '92vw')
  return (
    <EventCard event={event} sizes={sizes}>
      <Button
        className="grow"
        aria-describedby={`event-${event.id}`}
        {...preloadDialog('register')}
        onClick={() => onOpen({ kind: 'register', event })}
      >
        Register Now
      </Button>
      <Button
        variant="secondary"
        className="grow"
        aria-describedby={`event-${event.id}`}
        {...preloadDialog('learn-more')}
        onClick={() => onOpen({ kind: 'learn-more', event })}
      >
        Learn More
      </Button>
      <JoinLinkButton event={event} onOpen={onOpen} />
    </EventCard>
  )
}
