import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { call } from '#client/api/call.ts'
import { answeredForm, answerNotice } from '#client/forms/form-answer.ts'
import { EmailField } from '#client/forms/form-field.tsx'
import { showFieldErrors, FormNotice, PostedForm, SendButton } from '#client/forms/posted-form.tsx'
import { useTexts } from '#client/page/use-site.ts'
import { showToast } from '#client/ui/toast-store.ts'
import { interestSent } from '#features/registrations/rules.ts'
import type { PublicEvent } from '#kernel/event-shapes.ts'
import type { FormAnswer } from '#kernel/pages.ts'
import { type Checked, checkLater, wakeChecks } from './check-later.ts'
import { ConsentBox, ConsentLine, useFormContextSent } from './consent-line.tsx'
import { describeInterest, describeInterestFailure } from './form-notices.ts'
import { NameFields } from './person-fields.tsx'

type FutureUpdatesFormProps = {
  event: PublicEvent | null
  answer?: FormAnswer
  onDone: (firstName: string) => void
}

/** Renders the step `finished_event` of the dialog: a form for news of future events. */
export function FutureUpdatesForm({ event, answer, onDone }: FutureUpdatesFormProps) {
  const { updatesLead } = useTexts().event
  const contextOf = useFormContextSent()
  const [begun] = useState(() =>
    answeredForm(answer, { firstName: '', lastName: '', email: '', receiveUpdates: false }),
  )
  const form = useForm({ resolver: checkLater('futureEvents'), ...begun })
  const wish = useMutation({
    mutationFn: (person: Checked<'futureEvents'>) =>
      call('POST /api/register-future-events', {
        body: interestSent(person, event, contextOf(person.receiveUpdates)),
      }),
    onSuccess({ user }) {
      showToast(describeInterest(user.firstName))
      onDone(user.firstName)
    },
    onError(error) {
      showFieldErrors(form, error)
      showToast(describeInterestFailure(error))
    },
  })
  const notice = wish.isIdle ? answerNotice(answer, describeInterestFailure) : undefined

  return (
    <>
      <p className="mt-6">{updatesLead}</p>
      <PostedForm
        form={form}
        onFocus={wakeChecks}
        onValid={(person) => wish.mutate(person)}
        className="mt-5 grid gap-5"
      >
        <FormNotice notice={notice} />
        <div className="grid gap-5 sm:grid-cols-2">
          <NameFields />
        </div>
        <EmailField />
        <ConsentBox />
        <SendButton pending={wish.isPending}>
          {wish.isPending ? 'Adding you...' : 'Get future updates'}
        </SendButton>
        <ConsentLine />
      </PostedForm>
    </>
  )
}
