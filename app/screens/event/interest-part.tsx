import { useState } from 'react'
import type { EventPage } from '#shared/contract/events.ts'
import type { FormAnswer } from '#shared/contract/form-answer.ts'
import { describeInterest } from '#app/components/forms/describe-interest.ts'
import { FutureUpdatesForm } from '#app/components/forms/future-updates-form.tsx'
import { answerReply } from '#app/components/forms/read-answer.ts'
import { PartTitle } from './part-title.tsx'

/** The event is over, or will not be: the next ones are still to come. */
export function InterestPart({
  event,
  answer,
}: {
  event: EventPage
  answer: FormAnswer | undefined
}) {
  const [firstName, setFirstName] = useState(
    () => (answerReply(answer) as { user?: { firstName: string } } | undefined)?.user?.firstName,
  )
  if (firstName !== undefined) {
    const { title, description } = describeInterest(firstName)
    return (
      <>
        <PartTitle>{title}</PartTitle>
        <p className="mt-4 wrap-anywhere">{description}</p>
      </>
    )
  }
  return (
    <>
      <PartTitle>Hear of the next evening</PartTitle>
      <FutureUpdatesForm event={event} answer={answer} onDone={setFirstName} />
    </>
  )
}
