import { Link } from 'react-router'
import type { PublicEvent } from '#shared/contract/events.ts'
import { buttonStyle } from '#app/ui/button.tsx'
import { Section } from '#app/ui/section.tsx'
import type { OpenDialog } from './landing-dialog.ts'
import { UpcomingEventCard } from './upcoming-event-card.tsx'
import { WithoutScript } from './without-script.tsx'

/** At most two: one alone is centred, two stand side by side. Specification 2. */
export function UpcomingEvents({ events, onOpen }: { events: PublicEvent[]; onOpen: OpenDialog }) {
  return (
    <Section
      id="upcoming-events"
      title="Upcoming Events"
      lead={events.length > 0 && 'Live, free, and with time for your questions.'}
      className="pool"
    >
      <WithoutScript />
      {events.length === 0 ? (
        <GetNotified />
      ) : (
        <ul className={events.length === 1 ? 'mx-auto max-w-3xl' : 'grid gap-8 md:grid-cols-2'}>
          {events.map((event) => (
            <li key={event.id} className="grid min-w-0">
              <UpcomingEventCard event={event} isAlone={events.length === 1} onOpen={onOpen} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function GetNotified() {
  return (
    <div className="mx-auto max-w-2xl rounded-lg border border-line bg-surface px-6 py-12 text-center">
      <h3 className="text-heading">The next guest is not announced yet</h3>
      <p className="mx-auto mt-3 max-w-md text-muted">
        Leave your e-mail and you will be the first to hear who takes the other chair, and when.
      </p>
      <Link to="#signup" className={buttonStyle('primary', 'large', 'mt-7')}>
        Get Notified
      </Link>
    </div>
  )
}
