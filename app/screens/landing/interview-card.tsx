import { Play } from 'lucide-react'
import type { PublicEvent } from '#shared/contract/events.ts'
import { formatEventDate } from '#shared/event-time.ts'
import { pictureSizes } from '#app/components/picture-sizes.ts'
import { useSite } from '#app/components/use-site.ts'
import { Button } from '#app/ui/button.tsx'
import { Picture } from '#app/ui/picture.tsx'
import { preloadDialog } from './landing-dialog.ts'

type InterviewCardProps = {
  event: PublicEvent
  anchor: string
  onWatch: (event: PublicEvent) => void
}

/** A completed event, with its recording or the promise of one. Specification 2. */
export function InterviewCard({ event, anchor, onWatch }: InterviewCardProps) {
  const date = formatEventDate(event, useSite().site.display.zone)
  const titleId = `${anchor}-title`
  return (
    <article id={anchor} aria-labelledby={titleId} data-lit className="flex h-full flex-col">
      <div className="relative overflow-hidden rounded-lg border border-line">
        <Picture
          src={[event.featureImage, event.bannerImage]}
          alt=""
          width={1280}
          height={720}
          sizes={pictureSizes(
            ['(min-width: 76rem)', '22rem'],
            ['(min-width: 64rem)', '30vw'],
            ['(min-width: 40rem)', '46vw'],
            '92vw',
          )}
          className="lit-on-hover aspect-video w-full"
        />
        {!event.hasRecording && (
          <p className="on-stage absolute bottom-3 left-3 rounded-sm px-2.5 py-1 text-caption font-semibold">
            Recording Coming Soon
          </p>
        )}
      </div>
      {date && <p className="mt-4 text-caption text-muted figures">{date}</p>}
      <h3 id={titleId} className="mt-1 text-subheading wrap-anywhere">
        {event.title}
      </h3>
      <p className="mt-1.5 text-small wrap-anywhere text-muted">
        {event.speakerName}
        {event.speakerTitle && <>, {event.speakerTitle}</>}
      </p>
      <div className="mt-auto pt-4">
        {event.hasRecording ? (
          <Button
            variant="secondary"
            aria-describedby={titleId}
            {...preloadDialog('watch')}
            onClick={() => onWatch(event)}
          >
            <Play aria-hidden size={16} />
            Watch Interview
          </Button>
        ) : (
          <Button variant="secondary" disabled>
            Recording Processing
          </Button>
        )}
      </div>
    </article>
  )
}
