import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { call } from '#client/api/call.ts'
import { answeredForm, answerNotice } from '#client/forms/form-answer.ts'
import { EmailField } from '#client/forms/form-field.tsx'
import { showFieldErrors, FormNotice, PostedForm, SendButton } from '#client/forms/posted-form.tsx'
import { showToast } from '#client/ui/toast-store.ts'
import { interestSent } from '#features/registrations/rules.ts'
import type { PublicEvent } from '#kernel/event-shapes.ts'
import type { FormAnswer } from '#kernel/pages.ts'
import { type Checked, checkLater, wakeChecks } from './check-later.ts'
import { ConsentBox, ConsentLine, useFormContextSent } from './consent-line.tsx'
import { describePreRegistrationFailure, isOver, preRegistered } from './form-notices.ts'
import { NameFields } from './person-fields.tsx'

type PreRegisterFormProps = {
  event: PublicEvent
  answer?: FormAnswer
  onDone: (email: string) => void
  onFinished: () => void
}

/** Renders the form that pre-registers a person, in one step, for an event without a fixed date. */
export function PreRegisterForm({ event, answer, onDone, onFinished }: PreRegisterFormProps) {
  const contextOf = useFormContextSent()
  const [begun] = useState(() =>
    answeredForm(answer, { firstName: '', lastName: '', email: '', receiveUpdates: false }),
  )
  const form = useForm({ resolver: checkLater('preRegistration'), ...begun })
  const preRegistration = useMutation({
    mutationFn: (person: Checked<'preRegistration'>) =>
      call('POST /api/pre-register', {
        body: interestSent(person, event, contextOf(person.receiveUpdates)),
      }),
    onSuccess(_reply, { email }) {
      showToast(preRegistered)
      onDone(email)
    },
    onError(error) {
      showFieldErrors(form, error)
      showToast(describePreRegistrationFailure(error))
      if (isOver(error)) onFinished()
    },
  })
  const notice = preRegistration.isIdle
    ? answerNotice(answer, describePreRegistrationFailure)
    : undefined

  return (
    <PostedForm
      form={form}
      onFocus={wakeChecks}
      onValid={(person) => preRegistration.mutate(person)}
    >
      <FormNotice notice={notice} />
      <div className="grid gap-5 sm:grid-cols-2">
        <NameFields isLastRequired={false} />
      </div>
      <EmailField />
      <ConsentBox />
      <SendButton pending={preRegistration.isPending}>
        {preRegistration.isPending ? 'Adding you...' : 'Notify Me'}
      </SendButton>
      <ConsentLine />
    </PostedForm>
  )
}
