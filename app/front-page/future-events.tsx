import { useTexts } from '#client/page/use-site.ts'
import { PressButton, PressLink } from '#client/ui/button.tsx'
import { pictureSizes } from '#client/ui/picture-sizes.ts'
import { Picture } from '#client/ui/picture.tsx'
import { Section } from '#client/ui/section.tsx'
import type { PublicEvent } from '#kernel/event-shapes.ts'
import { eventPath } from '#kernel/slug.ts'
import { preloadDialog, type OpenDialog } from './front-page-dialogs.tsx'

/** Cards of the first two events without a fixed date. */
export function FutureEvents({ events, onOpen }: { events: PublicEvent[]; onOpen: OpenDialog }) {
  const hasEvents = events.length > 0
  const { futureLead, futureNoneLead } = useTexts().front
  return (
    <Section
      id="signup"
      title="Future Events"
      lead={hasEvents ? futureLead : futureNoneLead}
      className="border-t border-line"
    >
      {hasEvents ? (
        <ul className={events.length === 1 ? 'mx-auto max-w-3xl' : 'grid gap-8 md:grid-cols-2'}>
          {events.map((event) => (
            <li key={event.id}>
              <FutureEventBanner event={event} onOpen={onOpen} />
            </li>
          ))}
        </ul>
      ) : (
        <PressButton
          size="large"
          href="/notify"
          {...preloadDialog('future')}
          onPress={() => onOpen({ kind: 'future', event: null })}
        >
          Tell me about future events
        </PressButton>
      )}
    </Section>
  )
}

function FutureEventBanner({ event, onOpen }: { event: PublicEvent; onOpen: OpenDialog }) {
  return (
    <PressLink
      href={eventPath(event.slug)}
      {...preloadDialog('future')}
      onPress={() => onOpen({ kind: 'future', event })}
      className="group block w-full rounded-lg text-left"
    >
      <span className="block overflow-hidden rounded-lg border border-line">
        <Picture
          src={[event.bannerImage, event.featureImage]}
          alt=""
          width={1600}
          height={900}
          sizes={pictureSizes(
            ['(min-width: 76rem)', '34rem'],
            ['(min-width: 48rem)', '46vw'],
            '92vw',
          )}
          className="lit-on-hover aspect-video w-full"
        />
      </span>
      <span className="mt-4 block font-display text-subheading font-semibold wrap-anywhere group-hover:text-glow">
        {event.title}
      </span>
      <span className="mt-1 block text-small wrap-anywhere text-muted">
        {event.speakerName}, {event.speakerTitle}
      </span>
    </PressLink>
  )
}
