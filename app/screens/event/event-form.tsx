import { useState } from 'react'
import type { EventPage } from '#shared/contract/events.ts'
import type { FormAnswer } from '#shared/contract/form-answer.ts'
import { refusedWith } from '#app/api/refused-with.ts'
import { answerFailure } from '#app/components/forms/read-answer.ts'
import { InterestPart } from './interest-part.tsx'
import { PreRegistrationPart } from './pre-registration-part.tsx'
import { RegistrationPart } from './registration-part.tsx'

/** Registration, pre-registration, or the wish to hear of what is to come, by the state of the event. */
export function EventForm({ event, answer }: { event: EventPage; answer: FormAnswer | undefined }) {
  const [isFinished, setIsFinished] = useState(
    () =>
      event.isCancelled ||
      event.status === 'completed' ||
      refusedWith(answerFailure(answer), 'event_finished') !== undefined,
  )
  const finish = () => setIsFinished(true)
  if (isFinished) return <InterestPart event={event} answer={answer} />
  if (event.status === 'pre_registration') {
    return <PreRegistrationPart event={event} answer={answer} onFinished={finish} />
  }
  return <RegistrationPart event={event} answer={answer} onFinished={finish} />
}
