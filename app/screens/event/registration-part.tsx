import { useState } from 'react'
import type { ReplyOf } from '#shared/contract/endpoint.ts'
import type { EventPage } from '#shared/contract/events.ts'
import type { FormAnswer } from '#shared/contract/form-answer.ts'
import type { registerForEvents } from '#shared/contract/registrations.ts'
import {
  describeRefusal,
  isNewRegistration,
  type RegistrationOutcome,
} from '#app/components/forms/describe-registration.ts'
import { answerFailure, answerReply } from '#app/components/forms/read-answer.ts'
import { RegisterEventForm } from '#app/components/forms/register-event-form.tsx'
import { RegistrationSuccess } from '#app/components/forms/registration-success.tsx'
import { PartTitle } from './part-title.tsx'

type RegistrationPartProps = {
  event: EventPage
  answer: FormAnswer | undefined
  onFinished: () => void
}

function answeredOutcome(answer: FormAnswer | undefined): RegistrationOutcome | undefined {
  const email = answer?.typed['email']?.trim() ?? ''
  const reply = answerReply(answer) as ReplyOf<typeof registerForEvents> | undefined
  if (reply) return { isNew: isNewRegistration(reply), email }
  const failure = answerFailure(answer)
  const isKnown = failure && describeRefusal(failure).kind === 'registered'
  return isKnown ? { isNew: false, email } : undefined
}

/** The registration form, and then what comes next. */
export function RegistrationPart({ event, answer, onFinished }: RegistrationPartProps) {
  const [outcome, setOutcome] = useState(() => answeredOutcome(answer))
  if (outcome) {
    return (
      <>
        <PartTitle>{outcome.isNew ? 'Your seat is booked' : 'You already have a seat'}</PartTitle>
        <RegistrationSuccess event={event} outcome={outcome} />
      </>
    )
  }
  return (
    <>
      <PartTitle>Take a seat in the room</PartTitle>
      <p className="mt-2 text-muted">Live, free, and with time for your questions.</p>
      <RegisterEventForm
        event={event}
        answer={answer}
        onRegistered={setOutcome}
        onFinished={onFinished}
      />
    </>
  )
}
