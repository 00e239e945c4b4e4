import { useState } from 'react'
import type { EventPage } from '#shared/contract/events.ts'
import type { FormAnswer } from '#shared/contract/form-answer.ts'
import { preRegistered } from '#app/components/forms/describe-interest.ts'
import { answerReply } from '#app/components/forms/read-answer.ts'
import { PartTitle } from './part-title.tsx'
import { PreRegisterForm } from './pre-register-form.tsx'

type PreRegistrationPartProps = {
  event: EventPage
  answer: FormAnswer | undefined
  onFinished: () => void
}

/** The list of an event that still looks for its date, and then what comes next. */
export function PreRegistrationPart({ event, answer, onFinished }: PreRegistrationPartProps) {
  const [email, setEmail] = useState(() =>
    answerReply(answer) ? answer?.typed['email']?.trim() : undefined,
  )
  if (email !== undefined) {
    return (
      <>
        <PartTitle>You are on the list</PartTitle>
        <p className="mt-4">
          <strong className="block font-semibold">{preRegistered.title}</strong>
          {preRegistered.description}.
        </p>
        <p className="mt-4 wrap-anywhere">
          The mail goes to <strong className="font-semibold">{email}</strong>. One press in it takes
          your seat.
        </p>
      </>
    )
  }
  return (
    <>
      <PartTitle>Be told the date first</PartTitle>
      <p className="mt-2 text-muted wrap-anywhere">
        We write to you as soon as the evening with {event.speakerName} has its date.
      </p>
      <PreRegisterForm event={event} answer={answer} onDone={setEmail} onFinished={onFinished} />
    </>
  )
}
