import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { call, refusedWith, wrongFields } from '#client/api/call.ts'
import { answeredForm, answerFailure, answerNotice } from '#client/forms/form-answer.ts'
import { showFieldErrors, FormNotice, PostedForm, SendButton } from '#client/forms/posted-form.tsx'
import { noScriptFallback } from '#client/ui/no-script-fallback.ts'
import { showToast } from '#client/ui/toast-store.ts'
import { type Answers, readAnswersOfForm } from '#features/form-questions/rules.ts'
import { registrationSent } from '#features/registrations/rules.ts'
import type { OverEvent, PublicEvent } from '#kernel/event-shapes.ts'
import type { FormAnswer } from '#kernel/pages.ts'
import { type Checked, checkLater, wakeChecks } from './check-later.ts'
import { ConsentBox, ConsentLine, useFormContextSent } from './consent-line.tsx'
import {
  describeRefusal,
  describeRegistration,
  isNewRegistration,
  type RegistrationOutcome,
} from './form-notices.ts'
import { PersonFields } from './person-fields.tsx'

const AnswerFields = noScriptFallback(
  async () => (await import('#features/form-questions/public/answer-fields.tsx')).AnswerFields,
)

const blank = {
  firstName: '',
  lastName: '',
  email: '',
  company: '',
  jobTitle: '',
  receiveUpdates: false,
}

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
  const [begun] = useState(() => answeredForm(answer, blank))
  const form = useForm({ resolver: checkLater('registration'), ...begun })
  const registration = useMutation({
    mutationFn: (person: Checked<'registration'> & { answers?: Answers }) =>
      call('POST /api/register-multi-event', {
        body: registrationSent(person, event.id, contextOf(person.receiveUpdates)),
      }),
    onSuccess(reply, person) {
      const isNew = isNewRegistration(reply)
      showToast(describeRegistration(isNew, person.firstName, event))
      finish(isNew, person.email)
    },
    onError(error, person) {
      const { kind, notice } = describeRefusal(error)
      showToast(notice)
      const isCancelled = refusedWith(error, 'event_cancelled') !== undefined
      if (kind === 'finished') onFinished({ ...event, status: 'completed', isCancelled })
      else if (kind === 'registered') finish(false, person.email)
      else showFieldErrors(form, error)
    },
  })

  function finish(isNew: boolean, email: string) {
    form.reset(blank)
    onRegistered({ isNew, email })
  }

  const notice = registration.isIdle
    ? answerNotice(answer, (failure) => describeRefusal(failure).notice)
    : undefined
  return (
    <PostedForm
      form={form}
      onFocus={wakeChecks}
      onValid={(person, submit) => {
        if (!formQuestions) return registration.mutate(person)
        const { answers, errors } = readAnswersOfForm(formQuestions, submit.target)
        if (errors.length === 0) registration.mutate({ ...person, answers })
      }}
      className="mt-6 grid gap-6"
    >
      <FormNotice notice={notice} />
      <PersonFields />
      {formQuestions && (
        <AnswerFields
          questions={formQuestions}
          refused={wrongFields(registration.error ?? answerFailure(answer))}
          typed={answer?.typed}
        />
      )}
      <ConsentBox />
      <SendButton pending={registration.isPending}>
        {registration.isPending ? 'Registering...' : 'Register for Event'}
      </SendButton>
      <ConsentLine />
    </PostedForm>
  )
}
