import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { PublicEvent } from '#shared/contract/events.ts'
import type { FormAnswer } from '#shared/contract/form-answer.ts'
import { interestSent } from '#shared/sent-forms.ts'
import { call } from '#app/api/call.ts'
import { refusedWith } from '#app/api/refused-with.ts'
import { ConsentLine } from '#app/components/consent-line.tsx'
import { EmailField } from '#app/components/form-field.tsx'
import { type Checked, checkLater, wakeChecks } from '#app/components/forms/check-later.ts'
import {
  describePreRegistrationFailure,
  preRegistered,
} from '#app/components/forms/describe-interest.ts'
import { showFieldErrors } from '#app/components/forms/explain-failure.ts'
import { FormNotice } from '#app/components/forms/form-notice.tsx'
import { NameFields } from '#app/components/forms/person-fields.tsx'
import { PostedForm } from '#app/components/forms/posted-form.tsx'
import { answeredForm, answerNotice } from '#app/components/forms/read-answer.ts'
import { SendButton } from '#app/components/forms/send-button.tsx'
import { useSource } from '#app/components/forms/use-source.ts'
import { showToast } from '#app/ui/toast-store.ts'

type PreRegisterFormProps = {
  event: PublicEvent
  answer?: FormAnswer
  onDone: (email: string) => void
  onFinished: () => void
}

/**
 * Puts somebody on the list for an event whose date is not fixed, in one step. Specification,
 * "Landing dialogs".
 */
export function PreRegisterForm({ event, answer, onDone, onFinished }: PreRegisterFormProps) {
  const source = useSource()
  const [begun] = useState(() => answeredForm(answer, { firstName: '', lastName: '', email: '' }))
  const form = useForm({ resolver: checkLater('preRegistration'), ...begun })
  const preRegistration = useMutation({
    mutationFn: (person: Checked<'preRegistration'>) =>
      call('POST /api/pre-register', { body: interestSent(person, event, source) }),
    onSuccess(_reply, { email }) {
      showToast(preRegistered)
      onDone(email)
    },
    onError(error) {
      showFieldErrors(form, error)
      showToast(describePreRegistrationFailure(error))
      if (refusedWith(error, 'event_finished')) onFinished()
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
      <SendButton pending={preRegistration.isPending}>
        {preRegistration.isPending ? 'Adding you...' : 'Notify Me'}
      </SendButton>
      <ConsentLine />
    </PostedForm>
  )
}
