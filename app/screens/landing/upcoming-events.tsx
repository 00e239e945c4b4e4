import { useNavigate } from 'react-router'
import type { PublicEvent } from '#shared/contract/events.ts'
import { PressButton } from '#app/ui/press-link.tsx'
import { Section } from '#app/ui/section.tsx'
import type { OpenDialog } from './landing-dialog.ts'
import { UpcomingEventCard } from './upcoming-event-card.tsx'

/** At most two: one alone is centred, two stand side by side. Specification, "Landing page". */
export function UpcomingEvents({ events, onOpen }: { events: PublicEvent[]; onOpen: OpenDialog }) {
  return (
    <Section
      id="upcoming-events"
      title="Upcoming Events"
      lead={events.length > 0 && 'Live, free, and with time for your questions.'}
      className="pool"
    >
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
  const navigate = useNavigate()
  return (
    <div className="mx-auto max-w-2xl rounded-lg border border-line bg-surface px-6 py-12 text-center">
      <h3 className="text-heading">The next guest is not announced yet</h3>
      <p className="mx-auto mt-3 max-w-md text-muted">
        Leave your e-mail and you will be the first to hear who takes the other chair, and when.
      </p>
      <PressButton
        size="large"
        className="mt-7"
        href="/notify"
        staysLink
        onPress={() => void navigate('#signup')}
      >
        Get Notified
      </PressButton>
    </div>
  )
}
