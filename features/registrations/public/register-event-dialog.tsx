import { useState } from 'react'
import { Dialog } from '#client/ui/dialog.tsx'
import { EventDateTime } from '#features/events/public/event-date-time.tsx'
import { OwnDateTime } from '#features/events/public/own-date-time.tsx'
import type { OverEvent, PublicEvent } from '#kernel/event-shapes.ts'
import { type RegistrationOutcome, titleOfOutcome } from './form-notices.ts'
import { RegisterEventForm } from './register-event-form.tsx'
import { RegistrationSuccess } from './registration-success.tsx'

type RegisterEventDialogProps = {
  event: PublicEvent
  /** Called if the server refuses the registration because the event is over. */
  onFinished: (event: OverEvent) => void
  onClose: () => void
}

/** Renders the registration dialog of one event, and the confirmation after a registration. */
export function RegisterEventDialog({ event, onFinished, onClose }: RegisterEventDialogProps) {
  const [outcome, setOutcome] = useState<RegistrationOutcome>()
  if (outcome) {
    return (
      <Dialog key="outcome" title={titleOfOutcome(outcome)} onClose={onClose}>
        <RegistrationSuccess event={event} outcome={outcome} onClose={onClose} />
      </Dialog>
    )
  }
  return (
    <Dialog
      key="form"
      title={event.seatsLeft === 0 ? 'Join the waiting list' : 'Register for Event'}
      description={
        <>
          <p className="font-semibold wrap-anywhere text-ink">{event.title}</p>
          <EventDateTime event={event} className="mt-2" />
          <OwnDateTime event={event} className="mt-1" />
        </>
      }
      onClose={onClose}
    >
      <RegisterEventForm event={event} onRegistered={setOutcome} onFinished={onFinished} />
    </Dialog>
  )
}
