import { Link } from 'react-router'
import type { EventPage } from '#shared/contract/events.ts'
import { eventPath } from '#shared/slug.ts'
import { AddToCalendar } from '#app/components/forms/add-to-calendar.tsx'
import { pictureSizes } from '#app/components/picture-sizes.ts'
import { Picture } from '#app/ui/picture.tsx'

/** What somebody who waits likes to know: who comes, what it is about, and where to note it down. */
export function EventAhead({ event }: { event: EventPage }) {
  const { slug, speakerName, speakerTitle, description, bannerImage, featureImage } = event
  return (
    <section aria-labelledby="evening-ahead" className="w-full border-t border-line pt-6">
      <h2 id="evening-ahead" className="text-subheading">
        What the evening is about
      </h2>
      <div className="mt-4 overflow-hidden rounded-md border border-line">
        <Picture
          src={[bannerImage, featureImage]}
          alt=""
          width={1600}
          height={900}
          sizes={pictureSizes(['(min-width: 40rem)', '32rem'], '84vw')}
          className="aspect-video w-full"
        />
      </div>
      <p className="mt-4 wrap-anywhere">
        <span className="text-muted">Your guest:</span>{' '}
        <span className="font-semibold">{speakerName}</span>
        {speakerTitle && <>, {speakerTitle}</>}
      </p>
      <p className="mt-3 wrap-anywhere whitespace-pre-line">{description}</p>
      <AddToCalendar event={event} />
      <Link
        to={eventPath(slug)}
        className="inline-flex min-h-11 items-center text-small font-semibold text-glow underline underline-offset-4"
      >
        To the page of this evening
      </Link>
    </section>
  )
}
