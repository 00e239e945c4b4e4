import type { EventPage } from '#shared/contract/events.ts'
import { eventPath } from '#shared/slug.ts'
import { ShareRow } from '#app/components/share-row.tsx'
import { useSite } from '#app/components/use-site.ts'
import { Section } from '#app/ui/section.tsx'

/** Leads to this event, not to the front page. A cancelled one is nothing to bring anybody to. */
export function EventShare({ event }: { event: EventPage }) {
  const { origin } = useSite()
  if (event.isCancelled) return null
  return (
    <Section
      id="share"
      title="Bring another founder"
      lead="The conversation gets better with every chair that is taken."
      className="on-stage pool"
    >
      <ShareRow
        address={`${origin}${eventPath(event.slug)}`}
        text={`${event.title} with ${event.speakerName}`}
      />
    </Section>
  )
}
