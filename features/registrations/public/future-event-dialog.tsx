import { useMutation } from '@tanstack/react-query'
import { useState, useEffect, useRef } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { call, limitMessage } from '#client/api/call.ts'
import { EmailField, FormField } from '#client/forms/form-field.tsx'
import {
  SendButton,
  showFieldErrors,
  submitForm,
  useTypedBefore,
} from '#client/forms/posted-form.tsx'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { showFailure, showToast } from '#client/ui/toast-store.ts'
import { useFirstField } from '#client/ui/use-first-field.ts'
import type { OverEvent, PublicEvent } from '#kernel/event-shapes.ts'
import { checkLater, wakeChecks } from './check-later.ts'
import { interestSent } from '#features/registrations/rules.ts'
import { ConsentBox, ConsentLine, useFormContextSent } from './consent-line.tsx'
import {
  alreadyRegistered,
  describePreRegistrationFailure,
  isOver,
  preRegistered,
} from './form-notices.ts'
import { FutureUpdatesForm } from './future-updates-form.tsx'

type FutureEventDialogProps = {
  /** The event to ask about; null for updates about all future events. */
  event: OverEvent | null
  onClose: () => void
}

/**
 * Returns whether the dialog treats the event as finished. The check is deliberately loose: a date and an
 * end time suffice, whether they are past or not.
 */
function countsAsFinished(event: PublicEvent | null) {
  return !event || event.status === 'completed' || Boolean(event.eventDate && event.eventEndTime)
}

/**
 * Renders the dialog with its steps `initial`, `checking`, `found` (which closes the dialog), `not_found`
 * and `finished_event`.
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

function EventLine({ event, isFinished }: { event: OverEvent; isFinished: boolean }) {
  return (
    <p className="wrap-anywhere">
      <span className="font-semibold text-ink">{event.title}</span> with {event.speakerName}
      {event.status === 'completed' &&
        isFinished &&
        (event.isCancelled ? ' was cancelled.' : ' has already ended.')}
    </p>
  )
}

type CheckedPerson = { firstName: string; email: string }

type CheckRegistrationFormProps = {
  event: PublicEvent
  onFound: () => void
  onNotFound: (person: CheckedPerson) => void
}

/**
 * Renders the steps `initial` and `checking`, which ask the server whether the email is registered for the
 * event.
 */
function CheckRegistrationForm({ event, onFound, onNotFound }: CheckRegistrationFormProps) {
  const form = useForm({
    resolver: checkLater('checkRegistration'),
    defaultValues: { firstName: '', email: '' },
  })
  useTypedBefore(form)
  const check = useMutation({
    mutationFn: (person: CheckedPerson) =>
      call('POST /api/check-registration', { body: { ...person, eventId: event.id } }),
    onSuccess({ exists }, person) {
      if (!exists) return onNotFound(person)
      showToast(alreadyRegistered)
      return onFound()
    },
    onError(error) {
      showFieldErrors(form, error)
      showFailure('Check Failed', limitMessage(error) ?? 'Something went wrong. Please try again.')
    },
  })

  return (
    <FormProvider {...form}>
      <p className="mt-6">We will email you when the date is set.</p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a field gets the focus */}
      <form
        noValidate
        onFocus={wakeChecks}
        className="mt-5 grid gap-5"
        onSubmit={submitForm(form, (person) => check.mutate(person))}
      >
        <FormField
          name="firstName"
          label="First name"
          autoComplete="given-name"
          maxLength={120}
          required
          data-autofocus
        />
        <EmailField />
        <SendButton pending={check.isPending}>
          {check.isPending ? 'Checking...' : 'Continue'}
        </SendButton>
      </form>
    </FormProvider>
  )
}

type NotifyMeProps = {
  event: PublicEvent
  person: CheckedPerson
  onDone: () => void
  onFinished: () => void
  onBack: () => void
}

/**
 * Renders the step `not_found`, which offers to pre-register the person or to send them news of future
 * events.
 */
function NotifyMe({ event, person, onDone, onFinished, onBack }: NotifyMeProps) {
  const contextOf = useFormContextSent()
  const form = useForm({ defaultValues: { receiveUpdates: false } })
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => text.current?.focus(), [])
  const preRegistration = useMutation({
    mutationFn: () =>
      call('POST /api/pre-register', {
        body: interestSent(person, event, contextOf(form.getValues('receiveUpdates'))),
      }),
    onSuccess() {
      showToast(preRegistered)
      onDone()
    },
    onError(error) {
      showToast(describePreRegistrationFailure(error))
      if (isOver(error)) onFinished()
    },
  })

  return (
    <div className="mt-6 grid gap-5">
      <p ref={text} tabIndex={-1} className="wrap-anywhere outline-none">
        {person.firstName}, you are not on the list for this event yet. We can email{' '}
        <strong className="font-semibold">{person.email}</strong> when its date is set.
      </p>
      <FormProvider {...form}>
        <ConsentBox />
      </FormProvider>
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
