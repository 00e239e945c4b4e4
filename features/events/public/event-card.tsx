import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useSite } from '#client/page/use-site.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Card } from '#client/ui/card.tsx'
import { Picture } from '#client/ui/picture.tsx'
import type { EventTimes } from '#kernel/event-time.ts'
import { eventPath } from '#kernel/slug.ts'
import { EventDateTime, titleLink, EventSpeaker } from './event-date-time.tsx'

type ShownEvent = EventTimes & {
  id: number
  /** Slug of the event's page; undefined for the preview of an unsaved event in the admin area. */
  slug?: string
  title: string
  speakerName: string
  speakerTitle: string
  description: string
  bannerImage: string | null
  featureImage: string | null
  isLive?: boolean
}

type EventCardProps = {
  event: ShownEvent
  /** The `sizes` attribute of the event's picture. */
  sizes: string
  children: ReactNode
}

function TitleLink({ event: { title, slug } }: { event: ShownEvent }) {
  if (slug === undefined) return title
  return (
    <Link to={eventPath(slug)} className={titleLink}>
      {title}
    </Link>
  )
}

/** Card of an event that is open for registration. */
export function EventCard({ event, sizes, children }: EventCardProps) {
  const { openBadge } = useSite().site.series
  return (
    <article aria-labelledby={`event-${event.id}`} className="flex min-w-0">
      <Card className="flex w-full min-w-0 flex-col">
        <div className="grid *:[grid-area:1/1]">
          <Picture
            src={[event.bannerImage, event.featureImage]}
            alt=""
            width={1600}
            height={900}
            sizes={sizes}
            className="aspect-video w-full"
          />
          <p className="z-1 m-4 flex self-end flex-wrap gap-2 *:wrap-anywhere *:whitespace-normal">
            {event.isLive && <Badge tone="accent">Live now</Badge>}
            {openBadge && <Badge tone="accent">{openBadge}</Badge>}
          </p>
        </div>
        <div className="flex grow flex-col p-6 sm:p-8">
          <h3 id={`event-${event.id}`} className="text-heading wrap-anywhere">
            <TitleLink event={event} />
          </h3>
          <p className="mt-2 wrap-anywhere text-muted">
            <EventSpeaker event={event} />
          </p>
          <p className="mt-4 line-clamp-3 wrap-anywhere">{event.description}</p>
          <EventDateTime event={event} className="mt-6" />
          <div className="mt-auto flex flex-wrap gap-3 pt-7">{children}</div>
        </div>
      </Card>
    </article>
  )
}
