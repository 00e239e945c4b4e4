import { useState } from 'react'
import type { PublicEvent } from '#shared/contract/events.ts'
import { writeWatchAddress } from '#shared/watch-address.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { useFirstField } from '#app/ui/use-first-field.ts'
import { EmailAccessForm } from './email-access-form.tsx'
import { RegisterAndWatchForm } from './register-and-watch-form.tsx'

type WatchInterviewDialogProps = {
  /** The interview that was asked for; without one the dialog leads to the whole library. */
  event: PublicEvent | null
  beginsWith?: 'email' | 'register'
  /** The event that can be attended next. */
  current: PublicEvent | null
  onClose: () => void
}

/** Two ways into the library. Specification, "Landing dialogs". */
export function WatchInterviewDialog(props: WatchInterviewDialogProps) {
  const { event, current, beginsWith = 'email', onClose } = props
  const [mode, setMode] = useState(beginsWith)
  // What was typed in one way in need not be typed again in the other.
  const [email, setEmail] = useState('')

  useFirstField(mode)
  const leadsTo = event ? writeWatchAddress(event.id) : '/members'

  function change(to: typeof mode, typed: string) {
    setEmail(typed)
    setMode(to)
  }

  return (
    <Dialog
      title="Watch Interview"
      description={
        event && (
          <p className="wrap-anywhere">
            <span className="font-semibold text-ink">{event.title}</span> with {event.speakerName}
          </p>
        )
      }
      size={mode === 'email' ? 'narrow' : 'medium'}
      onClose={onClose}
    >
      {mode === 'email' ? (
        <EmailAccessForm
          email={email}
          leadsTo={leadsTo}
          onRegisterInstead={(typed) => change('register', typed)}
        />
      ) : (
        <RegisterAndWatchForm
          current={current}
          leadsTo={leadsTo}
          email={email}
          onEmailInstead={(typed) => change('email', typed)}
        />
      )}
    </Dialog>
  )
}
