import type { PublicEvent } from '#shared/contract/events.ts'
import { EventMoment } from '#app/components/event-moment.tsx'
import { pictureSizes } from '#app/components/picture-sizes.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Picture } from '#app/ui/picture.tsx'
import { preloadDialog, type OpenDialog } from './landing-dialog.ts'

type UpcomingEventCardProps = { event: PublicEvent; isAlone: boolean; onOpen: OpenDialog }

/** An event that is open for registration. */
export function UpcomingEventCard({ event, isAlone, onOpen }: UpcomingEventCardProps) {
  const sizes = isAlone
    ? pictureSizes(['(min-width: 54rem)', '48rem'], '92vw')
    : pictureSizes(['(min-width: 76rem)', '34rem'], ['(min-width: 48rem)', '46vw'], '92vw')
  return (
    <article aria-labelledby={`event-${event.id}`} className="flex min-w-0">
      <Card className="flex w-full min-w-0 flex-col">
        <div className="relative">
          <Picture
            src={[event.bannerImage, event.featureImage]}
            alt=""
            width={1600}
            height={900}
            sizes={sizes}
            className="aspect-video w-full"
          />
          <p className="absolute bottom-4 left-4">
            <Badge tone="accent">Seats Limited</Badge>
          </p>
        </div>
        <div className="flex grow flex-col p-6 sm:p-8">
          <h3 id={`event-${event.id}`} className="text-heading wrap-anywhere">
            {event.title}
          </h3>
          <p className="mt-2 wrap-anywhere text-muted">
            <span className="font-semibold text-ink">{event.speakerName}</span>
            {event.speakerTitle && <>, {event.speakerTitle}</>}
          </p>
          <p className="mt-4 line-clamp-3">{event.description}</p>
          <EventMoment event={event} className="mt-6" />
          <div className="mt-auto flex flex-wrap gap-3 pt-7">
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
          </div>
        </div>
      </Card>
    </article>
  )
}
