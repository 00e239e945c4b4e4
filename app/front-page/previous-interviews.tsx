import { Play } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useSite, useTexts } from '#client/page/use-site.ts'
import { Button, PressButton } from '#client/ui/button.tsx'
import { pictureSizes } from '#client/ui/picture-sizes.ts'
import { Picture } from '#client/ui/picture.tsx'
import { Section } from '#client/ui/section.tsx'
import { titleLink, EventSpeaker } from '#features/events/public/event-date-time.tsx'
import { TagLinks } from '#features/events/public/tag-links.tsx'
import type { PublicEvent } from '#kernel/event-shapes.ts'
import { formatEventDate } from '#kernel/event-time.ts'
import { interviewAnchor, eventPath, writeWatchAddress } from '#kernel/slug.ts'
import { preloadDialog } from './front-page-dialogs.tsx'

type PreviousInterviewsProps = { events: PublicEvent[]; onWatch: (event: PublicEvent) => void }

/** Number of interviews shown at first; the others are in a disclosure that works without JavaScript. */
const mostOpen = 12

/** The section of completed events, newest first; null if there are none. */
export function PreviousInterviews({ events, onWatch }: PreviousInterviewsProps) {
  const { previousLead } = useTexts().front
  const [tag, setTag] = useState('')
  if (events.length === 0) return null
  const chosen = events.filter(({ tags }) => tag === '' || tags.includes(tag))
  const isLong = chosen.length > mostOpen
  const open = isLong ? chosen.slice(0, mostOpen - 3) : chosen
  const rest = chosen.slice(open.length)
  const cards = (some: PublicEvent[]) => (
    <ul className="grid gap-x-8 gap-y-8 sm:grid-cols-2 sm:gap-y-12 lg:grid-cols-3">
      {some.map((event) => (
        <li key={event.id} className="min-w-0">
          <InterviewCard event={event} anchor={interviewAnchor(event)} onWatch={onWatch} />
        </li>
      ))}
    </ul>
  )
  return (
    <Section id="completed-events" title="Previous Interviews" lead={previousLead}>
      <TagLinks events={events} chosen={tag} onChoose={setTag} />
      {cards(open)}
      {rest.length > 0 && (
        <details className="mt-12">
          <summary className="mx-auto mb-12 flex min-h-13 w-fit items-center rounded-md border border-line-strong px-7 font-semibold hover:border-glow hover:text-glow">
            Show all {chosen.length} interviews
          </summary>
          {cards(rest)}
        </details>
      )}
    </Section>
  )
}

type InterviewCardProps = {
  event: PublicEvent
  anchor: string
  onWatch: (event: PublicEvent) => void
}

/** A completed event with a button to watch its recording, or a text that the recording will follow. */
function InterviewCard({ event, anchor, onWatch }: InterviewCardProps) {
  const date = formatEventDate(event, useSite().site.display.zone, 'medium')
  const titleId = `${anchor}-title`
  return (
    <article
      id={anchor}
      aria-labelledby={titleId}
      data-lit
      className="flex h-full flex-wrap gap-4 sm:flex-col sm:flex-nowrap sm:gap-0"
    >
      <div className="w-[min(7.5rem,38vw)] self-start overflow-hidden rounded-lg border border-line sm:w-full">
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
      <div className="flex min-w-0 grow basis-32 flex-col sm:basis-auto">
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
          <EventSpeaker event={event} className="" />
        </p>
        <div className="mt-auto pt-3 sm:pt-4">
          {event.hasRecording ? (
            <PressButton
              href={writeWatchAddress(event.id)}
              variant="secondary"
              className="max-sm:px-3.5 max-sm:text-small"
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
