import { useWatch } from 'react-hook-form'
import { buttonStyle } from '#client/ui/button.tsx'
import { statusPlaces } from '#features/events/admin/event-status.ts'
import { EventCard } from '#features/events/public/event-card.tsx'
import { useSettledPicture } from '#features/pictures/admin/picture-field.tsx'
import { findVideoId, thumbnailAddress } from '#kernel/video-link.ts'
import type { EventDraft } from './event-draft.ts'
import { resolveTimes } from './event-times.ts'

/** A live preview of the event's card on the front page. Its buttons are inert. */
export function CardPreview({ timeZone }: { timeZone: string }) {
  const draft = useWatch<EventDraft>() as EventDraft
  const { eventDate, eventTime, eventEndTime } = resolveTimes(draft, timeZone)
  const id = findVideoId(draft.videoUrl)
  const banner = useSettledPicture(draft.bannerImage)
  const feature = useSettledPicture(draft.featureImage)
  const event = {
    ...draft,
    id: 0,
    title: draft.title.trim() || 'Exclusive Interview',
    speakerName: draft.speakerName || 'Speaker name',
    description: draft.description || 'Description',
    eventDate,
    eventTime,
    eventEndTime,
    bannerImage: banner,
    featureImage: feature ?? (id ? thumbnailAddress(id, 'hqdefault') : null),
  }
  return (
    <section aria-labelledby="card-preview" className="min-w-0 lg:sticky lg:top-16">
      <h2 id="card-preview" className="text-subheading">
        Preview
      </h2>
      <p className="mt-1 mb-4 text-small text-muted">
        {draft.status === 'upcoming'
          ? 'As shown under Upcoming Events.'
          : `How the card will look under Upcoming Events. The event is now under ${statusPlaces[draft.status]}.`}
      </p>
      <div inert>
        <EventCard event={event} sizes="26rem">
          <span className={buttonStyle('primary', 'medium', 'grow')}>Register Now</span>
          <span className={buttonStyle('secondary', 'medium', 'grow')}>Learn More</span>
        </EventCard>
      </div>
    </section>
  )
}
