import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { call, refusedWith, wrongFields } from '#client/api/call.ts'
import { answeredForm, answerFailure, answerNotice } from '#client/forms/form-answer.ts'
import { showFieldErrors, FormNotice, PostedForm, SendButton } from '#client/forms/posted-form.tsx'
import { useSite } from '#client/page/use-site.ts'
import { noScriptFallback } from '#client/ui/no-script-fallback.ts'
import { showToast } from '#client/ui/toast-store.ts'
import { type Answers, readAnswersOfForm } from '#features/form-questions/rules.ts'
import { registrationSent } from '#features/registrations/rules.ts'
import type { OverEvent, PublicEvent } from '#kernel/event-shapes.ts'
import type { FormAnswer } from '#kernel/pages.ts'
import { type Checked, checkLater, wakeChecks } from './check-later.ts'
import { BoxField } from './box-field.tsx'
import { ConsentBox, ConsentLine, useFormContextSent } from './consent-line.tsx'
import {
  describeRefusal,
  describeRegistration,
  describeWaitlist,
  isNewRegistration,
  isWaitlisted,
  type RegistrationOutcome,
  type RegistrationReplies,
  seriesOf,
} from './form-notices.ts'
import { PersonFields } from './person-fields.tsx'

const loadAnswerFields = async () =>
  (await import('#features/form-questions/public/answer-fields.tsx')).AnswerFields
const AnswerFields = noScriptFallback(loadAnswerFields)

const blank = {
  firstName: '',
  lastName: '',
  email: '',
  company: '',
  jobTitle: '',
  receiveUpdates: false,
  wholeSeries: false,
}

type Person = Checked<'registration'> & { answers?: Answers }

type RegisterEventFormProps = {
  event: PublicEvent
  /** The server's answer to a form that was posted without JavaScript. */
  answer?: FormAnswer
  onRegistered: (outcome: RegistrationOutcome) => void
  onFinished: (event: OverEvent) => void
}

/** Renders the form that registers a person for one event, and shows the result as toasts. */
export function RegisterEventForm(props: RegisterEventFormProps) {
  const { event, answer, onRegistered, onFinished } = props
  const { formQuestions } = event
  const contextOf = useFormContextSent()
  const { wholeSeries } = useSite().site.series
  const [begun] = useState(() => answeredForm(answer, blank))
  const form = useForm({ resolver: checkLater('registration'), ...begun })
  const [isFull, setIsFull] = useState(
    () => event.seatsLeft === 0 || refusedWith(answerFailure(answer), 'event_full') !== undefined,
  )
  const registration = useMutation({
    mutationFn: ({ wholeSeries: isForAll, ...person }: Person): Promise<RegistrationReplies> => {
      const context = { ...contextOf(person.receiveUpdates), waitlist: isFull }
      const sent = { body: registrationSent(person, event.id, context) }
      return isForAll
        ? call('POST /api/series-registration', sent)
        : call('POST /api/register-multi-event', sent)
    },
    onSuccess(reply, person) {
      const { firstName, email } = person
      const isNew = isNewRegistration(reply)
      const isInLine = isWaitlisted(reply)
      showToast(
        isInLine
          ? describeWaitlist(firstName, event)
          : describeRegistration(isNew, firstName, event),
      )
      finish({ isNew, email, isWaitlisted: isInLine, ...seriesOf(reply, person) })
    },
    onError(error, person) {
      const { kind, notice } = describeRefusal(error)
      showToast(notice)
      const isCancelled = refusedWith(error, 'event_cancelled') !== undefined
      if (kind === 'finished') onFinished({ ...event, status: 'completed', isCancelled })
      else if (kind === 'registered') finish({ isNew: false, email: person.email })
      else if (kind === 'full') setIsFull(true)
      else showFieldErrors(form, error)
    },
  })

  function finish(outcome: RegistrationOutcome) {
    form.reset(blank)
    onRegistered(outcome)
  }

  const notice = registration.isIdle
    ? answerNotice(answer, (failure) => describeRefusal(failure).notice)
    : undefined
  const label = isFull ? 'Join the waiting list' : 'Register for Event'
  return (
    <PostedForm
      form={form}
      onFocus={wakeChecks}
      onValid={async (person, { target }) => {
        if (!formQuestions) return registration.mutate(person)
        const { answers, errors } = readAnswersOfForm(formQuestions, target)
        if (errors.length === 0) return registration.mutate({ ...person, answers })
        // Once loaded, the fields show the errors. If they do not load, the server's refusal names them.
        target.dataset.isIncomplete = ''
        await loadAnswerFields().catch(() => registration.mutate({ ...person, answers }))
      }}
      className="mt-6 grid gap-6"
    >
      <FormNotice notice={notice} />
      <PersonFields />
      {formQuestions && (
        <AnswerFields
          questions={formQuestions}
          refused={wrongFields(registration.isIdle ? answerFailure(answer) : registration.error)}
          typed={answer?.typed}
        />
      )}
      {wholeSeries && (
        <BoxField
          name="wholeSeries"
          label="Register me for every event of this series"
          description="You get an email for each event and can stop at any time."
        />
      )}
      <ConsentBox />
      {isFull && (
        <>
          <p className="rounded-md border border-line-strong p-4">
            All seats are taken. Join the waiting list, and we will email you when one is free.
          </p>
          <input type="hidden" name="waitlist" value="1" />
        </>
      )}
      <SendButton pending={registration.isPending}>
        {registration.isPending ? 'Registering...' : label}
      </SendButton>
      <ConsentLine />
    </PostedForm>
  )
}
