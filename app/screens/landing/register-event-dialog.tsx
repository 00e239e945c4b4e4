import { useState } from 'react'
import type { PublicEvent } from '#shared/contract/events.ts'
import { EventDateTime } from '#app/components/event-moment.tsx'
import type { RegistrationOutcome } from '#app/components/forms/describe-registration.ts'
import { RegisterEventForm } from '#app/components/forms/register-event-form.tsx'
import { RegistrationSuccess } from '#app/components/forms/registration-success.tsx'
import { Dialog } from '#app/ui/dialog.tsx'

type RegisterEventDialogProps = {
  event: PublicEvent
  /** The event turned out to be over. */
  onFinished: (event: PublicEvent) => void
  onClose: () => void
}

/** The form for one event. Specification, "Landing dialogs". Ends with what happens next. */
export function RegisterEventDialog({ event, onFinished, onClose }: RegisterEventDialogProps) {
  const [outcome, setOutcome] = useState<RegistrationOutcome>()
  if (outcome) {
    return (
      <Dialog
        key="outcome"
        title={outcome.isNew ? 'Your seat is booked' : 'You already have a seat'}
        onClose={onClose}
      >
        <RegistrationSuccess event={event} outcome={outcome} onClose={onClose} />
      </Dialog>
    )
  }
  return (
    <Dialog
      key="form"
      title="Register for Event"
      description={
        <>
          <p className="font-semibold wrap-anywhere text-ink">{event.title}</p>
          <EventDateTime event={event} className="mt-2" />
        </>
      }
      onClose={onClose}
    >
      <RegisterEventForm event={event} onRegistered={setOutcome} onFinished={onFinished} />
    </Dialog>
  )
}
