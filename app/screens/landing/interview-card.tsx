import { Play } from 'lucide-react'
import { Link } from 'react-router'
import type { PublicEvent } from '#shared/contract/events.ts'
import { formatEventDate } from '#shared/event-time.ts'
import { eventPath } from '#shared/slug.ts'
import { writeWatchAddress } from '#shared/watch-address.ts'
import { pictureSizes } from '#app/components/picture-sizes.ts'
import { titleLink } from '#app/components/title-link.ts'
import { useSite } from '#app/components/use-site.ts'
import { Button } from '#app/ui/button.tsx'
import { PressButton } from '#app/ui/press-link.tsx'
import { Picture } from '#app/ui/picture.tsx'
import { preloadDialog } from './landing-dialog.ts'

type InterviewCardProps = {
  event: PublicEvent
  anchor: string
  onWatch: (event: PublicEvent) => void
}

/** A completed event, with its recording or the promise of one. Specification, "Landing page". */
export function InterviewCard({ event, anchor, onWatch }: InterviewCardProps) {
  const date = formatEventDate(event, useSite().site.display.zone, 'medium')
  const titleId = `${anchor}-title`
  return (
    <article
      id={anchor}
      aria-labelledby={titleId}
      data-lit
      className="grid h-full grid-cols-[7.5rem_1fr] gap-x-4 sm:flex sm:flex-col"
    >
      <div className="w-full self-start overflow-hidden rounded-lg border border-line">
        <Picture
          src={[event.featureImage, event.bannerImage]}
          alt=""
          width={1280}
          height={720}
          sizes={pictureSizes(
            ['(min-width: 76rem)', '22rem'],
            ['(min-width: 64rem)', '30vw'],
            ['(min-width: 40rem)', '46vw'],
            '10rem',
          )}
          className="lit-on-hover aspect-4/3 w-full sm:aspect-video"
        />
      </div>
      <div className="flex min-w-0 grow flex-col">
        <p className="flex flex-wrap gap-x-3 text-caption text-muted figures sm:mt-4">
          {date}
          {!event.hasRecording && (
            <span className="font-semibold text-glow">
              {event.isLive ? 'Live now' : 'Recording Coming Soon'}
            </span>
          )}
        </p>
        <h3 id={titleId} className="mt-1 text-subheading wrap-anywhere">
          <Link to={eventPath(event.slug)} className={titleLink}>
            {event.title}
          </Link>
        </h3>
        <p className="mt-1.5 text-small wrap-anywhere text-muted">
          {event.speakerName}
          {event.speakerTitle && <>, {event.speakerTitle}</>}
        </p>
        <div className="mt-auto pt-3 sm:pt-4">
          {event.hasRecording ? (
            <PressButton
              href={writeWatchAddress(event.id)}
              variant="secondary"
              className="whitespace-nowrap max-sm:px-3.5 max-sm:text-small"
              aria-describedby={titleId}
              {...preloadDialog('watch')}
              onPress={() => onWatch(event)}
            >
              <Play aria-hidden size={16} className="max-sm:hidden" />
              Watch Interview
            </PressButton>
          ) : (
            !event.isLive && (
              <Button variant="secondary" className="max-sm:px-3.5 max-sm:text-small" disabled>
                Recording Processing
              </Button>
            )
          )}
        </div>
      </div>
    </article>
  )
}
