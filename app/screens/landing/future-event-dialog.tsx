import { useState } from 'react'
import type { PublicEvent } from '#shared/contract/events.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { useFirstField } from '#app/ui/use-first-field.ts'
import { CheckRegistrationForm, type CheckedPerson } from './check-registration-form.tsx'
import { FutureUpdatesForm } from '#app/components/forms/future-updates-form.tsx'
import { NotifyMe } from './notify-me.tsx'

type FutureEventDialogProps = {
  /** Without an event it asks for updates about all that is to come. */
  event: PublicEvent | null
  onClose: () => void
}

/** Loose on purpose: a date and an end time are enough. Specification, "Landing dialogs". */
function countsAsFinished(event: PublicEvent | null) {
  return !event || event.status === 'completed' || Boolean(event.eventDate && event.eventEndTime)
}

/**
 * Specification, "Landing dialogs": initial, checking, found (closes it), not_found,
 * finished_event.
 */
export function FutureEventDialog({ event, onClose }: FutureEventDialogProps) {
  const [isFinished, setIsFinished] = useState(countsAsFinished(event))
  const [unknown, setUnknown] = useState<CheckedPerson>()
  useFirstField(isFinished ? 'finished_event' : unknown ? 'not_found' : 'initial')

  function form() {
    if (isFinished || !event) return <FutureUpdatesForm event={event} onDone={onClose} />
    if (!unknown) {
      return <CheckRegistrationForm event={event} onFound={onClose} onNotFound={setUnknown} />
    }
    return (
      <NotifyMe
        event={event}
        person={unknown}
        onDone={onClose}
        onFinished={() => setIsFinished(true)}
        onBack={() => setUnknown(undefined)}
      />
    )
  }

  return (
    <Dialog
      title="Future Event Registration"
      description={event && <EventLine event={event} isFinished={isFinished} />}
      size="narrow"
      onClose={onClose}
    >
      {form()}
    </Dialog>
  )
}

function EventLine({ event, isFinished }: { event: PublicEvent; isFinished: boolean }) {
  return (
    <p className="wrap-anywhere">
      <span className="font-semibold text-ink">{event.title}</span> with {event.speakerName}
      {event.status === 'completed' && isFinished && <> has already ended.</>}
    </p>
  )
}
