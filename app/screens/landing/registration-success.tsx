import { Mail } from 'lucide-react'
import type { PublicEvent } from '#shared/contract/events.ts'
import { EventMoment } from '#app/components/event-moment.tsx'
import { Button } from '#app/ui/button.tsx'
import { AddToCalendar } from './add-to-calendar.tsx'

/** Whether this call booked the seat, or it was booked before. */
export type RegistrationOutcome = { isNew: boolean; email: string }

type RegistrationSuccessProps = {
  event: PublicEvent
  outcome: RegistrationOutcome
  onClose: () => void
}

/** Title, date, time, add-to-calendar, and which mail to expect. decisions.md, "Landing page". */
export function RegistrationSuccess({ event, outcome, onClose }: RegistrationSuccessProps) {
  return (
    <>
      <div className="mt-5 rounded-md border border-line bg-surface p-5">
        <h3 className="text-subheading wrap-anywhere">{event.title}</h3>
        <p className="mt-1.5 text-small wrap-anywhere text-muted">with {event.speakerName}</p>
        <EventMoment event={event} className="mt-4" />
        <AddToCalendar event={event} />
      </div>
      <p className="mt-5 flex items-start gap-3">
        <Mail aria-hidden size={20} className="mt-1 shrink-0 text-glow" />
        <span className="wrap-anywhere">
          {outcome.isNew ? (
            <>
              A confirmation with your personal join link goes to{' '}
              <strong className="font-semibold">{outcome.email}</strong>. Reminders follow a day and
              an hour before the interview.
            </>
          ) : (
            <>
              Your confirmation went to <strong className="font-semibold">{outcome.email}</strong>{' '}
              when you registered. Reminders follow a day and an hour before the interview.
            </>
          )}
        </span>
      </p>
      <Button variant="secondary" size="large" className="mt-7 w-full" onClick={onClose}>
        Done
      </Button>
    </>
  )
}
