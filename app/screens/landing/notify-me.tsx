import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { PublicEvent } from '#shared/contract/events.ts'
import { call } from '#app/api/call.ts'
import { ConsentLine } from '#app/components/consent-line.tsx'
import {
  describePreRegistrationFailure,
  preRegistered,
} from '#app/components/forms/describe-interest.ts'
import { refusedWith } from '#app/api/refused-with.ts'
import { useSource } from '#app/components/forms/use-source.ts'
import { Button } from '#app/ui/button.tsx'
import { showToast } from '#app/ui/toast-store.ts'
import type { CheckedPerson } from './check-registration-form.tsx'

type NotifyMeProps = {
  event: PublicEvent
  person: CheckedPerson
  onDone: () => void
  onFinished: () => void
  onBack: () => void
}

/** The step not_found: offers to join the mailing list. Specification, "Landing dialogs". */
export function NotifyMe({ event, person, onDone, onFinished, onBack }: NotifyMeProps) {
  const source = useSource()
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => text.current?.focus(), [])
  const preRegistration = useMutation({
    mutationFn: () =>
      call('POST /api/pre-register', { body: { ...person, eventId: event.id, source } }),
    onSuccess() {
      showToast(preRegistered)
      onDone()
    },
    onError(error) {
      showToast(describePreRegistrationFailure(error))
      if (refusedWith(error, 'event_finished')) onFinished()
    },
  })

  return (
    <div className="mt-6 grid gap-5">
      <p ref={text} tabIndex={-1} className="wrap-anywhere outline-none">
        {person.firstName}, you are not on the list for this interview yet. We write to{' '}
        <strong className="font-semibold">{person.email}</strong> as soon as its date is fixed.
      </p>
      <Button
        size="large"
        pending={preRegistration.isPending}
        onClick={() => preRegistration.mutate()}
      >
        {preRegistration.isPending ? 'Adding you...' : 'Notify Me'}
      </Button>
      <Button variant="quiet" onClick={onBack}>
        Use another email
      </Button>
      <ConsentLine />
    </div>
  )
}
