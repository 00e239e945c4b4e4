import { useState } from 'react'
import type { PublicEvent } from '#shared/contract/events.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { EmailAccessForm } from './email-access-form.tsx'
import { RegisterAndWatchForm } from './register-and-watch-form.tsx'

type WatchInterviewDialogProps = {
  event: PublicEvent
  /** The event that can be attended next. */
  current: PublicEvent | null
  onClose: () => void
}

/** Two ways into the library. Specification 2, "Watch Interview dialog". */
export function WatchInterviewDialog({ event, current, onClose }: WatchInterviewDialogProps) {
  const [mode, setMode] = useState<'email' | 'register'>('email')
  // What was typed in one way in need not be typed again in the other.
  const [email, setEmail] = useState('')

  function change(to: typeof mode, typed: string) {
    setEmail(typed)
    setMode(to)
  }

  return (
    <Dialog
      title="Watch Interview"
      description={
        <p className="wrap-anywhere">
          <span className="font-semibold text-ink">{event.title}</span> with {event.speakerName}
        </p>
      }
      size={mode === 'email' ? 'narrow' : 'medium'}
      onClose={onClose}
    >
      {mode === 'email' ? (
        <EmailAccessForm email={email} onRegisterInstead={(typed) => change('register', typed)} />
      ) : (
        <RegisterAndWatchForm
          current={current}
          email={email}
          onEmailInstead={(typed) => change('email', typed)}
        />
      )}
    </Dialog>
  )
}
