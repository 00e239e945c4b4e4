import { useState, type ReactNode, useEffect, useRef } from 'react'
import { answerFailure, answerReply } from '#client/forms/form-answer.ts'
import { useTexts } from '#client/page/use-site.ts'
import type { EventPage } from '#kernel/event-shapes.ts'
import { fillText } from '#kernel/fill-text.ts'
import type { FormAnswer } from '#kernel/pages.ts'
import {
  describeRefusal,
  isNewRegistration,
  isWaitlisted,
  type RegistrationReplies,
  seriesOf,
  isOver,
  type RegistrationOutcome,
  preRegistered,
  describeInterest,
  titleOfOutcome,
} from './form-notices.ts'
import { FutureUpdatesForm } from './future-updates-form.tsx'
import { PreRegisterForm } from './pre-register-form.tsx'
import { RegisterEventForm } from './register-event-form.tsx'
import { RegistrationSuccess } from './registration-success.tsx'

/**
 * Renders one of three forms, depending on the event's state: registration, pre-registration, or interest
 * in future events.
 */
export function EventForm({ event, answer }: { event: EventPage; answer: FormAnswer | undefined }) {
  const [isFinished, setIsFinished] = useState(
    () => event.isCancelled || event.status === 'completed' || isOver(answerFailure(answer)),
  )
  const finish = () => setIsFinished(true)
  if (isFinished) return <InterestPart event={event} answer={answer} />
  if (event.status === 'pre_registration') {
    return <PreRegistrationPart event={event} answer={answer} onFinished={finish} />
  }
  return <RegistrationPart event={event} answer={answer} onFinished={finish} />
}

type PartProps = { event: EventPage; answer: FormAnswer | undefined; onFinished: () => void }

function answeredOutcome(answer: FormAnswer | undefined): RegistrationOutcome | undefined {
  const email = answer?.typed['email']?.trim() ?? ''
  const reply = answerReply(answer) as RegistrationReplies | undefined
  if (reply) {
    const series = seriesOf(reply, answer!.typed)
    return { isNew: isNewRegistration(reply), isWaitlisted: isWaitlisted(reply), email, ...series }
  }
  const failure = answerFailure(answer)
  const isKnown = failure && describeRefusal(failure).kind === 'registered'
  return isKnown ? { isNew: false, email } : undefined
}

/** Renders the registration form and, after submission, the confirmation. */
function RegistrationPart({ event, answer, onFinished }: PartProps) {
  const { registerTitle, registerLead } = useTexts().event
  const [outcome, setOutcome] = useState(() => answeredOutcome(answer))
  // Not updated, because a changed heading takes the focus from the form.
  const [isFull] = useState(() => event.seatsLeft === 0)
  if (outcome) {
    return (
      <>
        <PartTitle>{titleOfOutcome(outcome)}</PartTitle>
        <RegistrationSuccess event={event} outcome={outcome} />
      </>
    )
  }
  return (
    <>
      <PartTitle>{isFull ? 'Join the waiting list' : registerTitle}</PartTitle>
      {!isFull && <p className="mt-2 text-muted">{registerLead}</p>}
      <RegisterEventForm
        event={event}
        answer={answer}
        onRegistered={setOutcome}
        onFinished={onFinished}
      />
    </>
  )
}

/**
 * Renders the pre-registration form of an event without a fixed date and, after submission, the
 * confirmation.
 */
function PreRegistrationPart({ event, answer, onFinished }: PartProps) {
  const { preRegisterTitle, preRegisterLead } = useTexts().event
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
          We will email <strong className="font-semibold">{email}</strong>. The email has a button
          to confirm your registration.
        </p>
      </>
    )
  }
  return (
    <>
      <PartTitle>{preRegisterTitle}</PartTitle>
      <p className="mt-2 text-muted wrap-anywhere">
        {fillText(preRegisterLead, { guest: event.speakerName })}
      </p>
      <PreRegisterForm event={event} answer={answer} onDone={setEmail} onFinished={onFinished} />
    </>
  )
}

/** Renders the form for news of future events, shown when the event is over or cancelled. */
function InterestPart({ event, answer }: { event: EventPage; answer: FormAnswer | undefined }) {
  const { updatesTitle } = useTexts().event
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
      <PartTitle>{updatesTitle}</PartTitle>
      <FutureUpdatesForm event={event} answer={answer} onDone={setFirstName} />
    </>
  )
}

/**
 * Heading above a form or its confirmation. When the text of the heading changes, the heading receives the
 * focus, so that screen readers announce it.
 */
function PartTitle({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef<ReactNode>(children)
  useEffect(() => {
    if (shown.current === children) return
    shown.current = children
    heading.current?.focus()
  }, [children])
  return (
    <h2 ref={heading} tabIndex={-1} className="text-heading wrap-anywhere outline-none">
      {children}
    </h2>
  )
}
