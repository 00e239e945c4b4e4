import { Mail } from 'lucide-react'
import { useState } from 'react'
import type { PublicEvent } from '#shared/contract/events.ts'
import { EventDateTime } from '#app/components/event-moment.tsx'
import { Button } from '#app/ui/button.tsx'
import { settlingMs } from '#app/ui/dialog.tsx'
import { AddToCalendar } from './add-to-calendar.tsx'
import type { RegistrationOutcome } from './describe-registration.ts'
import { LibraryOffer } from './library-offer.tsx'
import { describeReminders } from './describe-reminders.ts'

type RegistrationSuccessProps = {
  event: PublicEvent
  outcome: RegistrationOutcome
  /** Of the dialog that it stands in, if it does. */
  onClose?: () => void
}

/** Title, date, time, add-to-calendar, and which mail to expect. Specification, "Landing page". */
export function RegistrationSuccess({ event, outcome, onClose }: RegistrationSuccessProps) {
  const [reminders] = useState(() => describeReminders(event, new Date()))
  const [shownAt] = useState(() => Date.now())
  // Of a press that was made twice, the second one must not close what the first one led to.
  const close = () => Date.now() - shownAt >= settlingMs && onClose?.()
  const address = <strong className="font-semibold">{outcome.email}</strong>
  return (
    <>
      <div className="mt-5 rounded-md border border-line bg-surface p-5">
        <h3 className="text-subheading wrap-anywhere">{event.title}</h3>
        <p className="mt-1.5 text-small wrap-anywhere text-muted">with {event.speakerName}</p>
        <EventDateTime event={event} className="mt-4" />
        <AddToCalendar event={event} />
      </div>
      <p className="mt-5 flex items-start gap-3">
        <Mail aria-hidden size={20} className="mt-1 shrink-0 text-glow" />
        <span className="wrap-anywhere">
          {outcome.isNew ? (
            <>A confirmation with your personal join link goes to {address}.</>
          ) : (
            <>
              Your confirmation with your personal join link is for {address}: sent when you
              registered, or on its way now.
            </>
          )}
          {reminders && ` ${reminders}`}
        </span>
      </p>
      <LibraryOffer email={outcome.email} />
      {onClose && (
        <Button variant="secondary" size="large" className="mt-3 w-full" onClick={close}>
          Done
        </Button>
      )}
    </>
  )
}
