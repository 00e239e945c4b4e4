import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import type { PublicEvent } from '#shared/contract/events.ts'
import type { FormAnswer } from '#shared/contract/form-answer.ts'
import { formatEventDate, isFinished } from '#shared/event-time.ts'
import { videoAccessSent } from '#shared/sent-forms.ts'
import { call } from '#app/api/call.ts'
import { storeEmail } from '#app/api/stored-email.ts'
import { ConsentLine } from '#app/components/consent-line.tsx'
import { useSite } from '#app/components/use-site.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { showToast } from '#app/ui/toast-store.ts'
import { BoxField } from './box-field.tsx'
import { type Checked, checkLater, wakeChecks } from './check-later.ts'
import { accessGranted, describeAccessFailure } from './describe-access.ts'
import { showFieldErrors } from './explain-failure.ts'
import { FormNotice } from './form-notice.tsx'
import { PersonFields } from './person-fields.tsx'
import { PostedForm } from './posted-form.tsx'
import { answeredForm, answerNotice } from './read-answer.ts'
import { SendButton } from './send-button.tsx'
import { useSource } from './use-source.ts'

/** How long the way to the library waits, in milliseconds. Specification, "Landing dialogs". */
const redirectDelay = 1000

const blank = {
  firstName: '',
  lastName: '',
  email: '',
  company: '',
  jobTitle: '',
  mobile: '',
  receiveEventInvites: false,
}

type RegisterAndWatchFormProps = {
  current: PublicEvent | null
  /** Where the library opens: at the interview that was asked for, if it was one. */
  leadsTo?: string
  email?: string
  answer?: FormAnswer | undefined
  /** In the dialog; the form's own page has a link instead. */
  onEmailInstead?: (typed: string) => void
}

/** Register mode: registers, opens the library, and on request takes a seat in the next event. */
export function RegisterAndWatchForm({
  current,
  leadsTo = '/members',
  email = '',
  answer,
  onEmailInstead,
}: RegisterAndWatchFormProps) {
  const { zone } = useSite().site.display
  const navigate = useNavigate()
  const source = useSource()
  const [next] = useState(() =>
    current && !isFinished(current, new Date(), zone) ? current : null,
  )
  const [begun] = useState(() => answeredForm(answer, { ...blank, email }))
  const form = useForm({ resolver: checkLater('videoAccess'), ...begun })
  const isInvited = useWatch({ control: form.control, name: 'receiveEventInvites' })
  const access = useMutation({
    mutationFn: (person: Checked<'videoAccess'>) =>
      call('POST /api/video-access', {
        body: videoAccessSent(person, next, source),
      }),
    onSuccess({ videoAccess }) {
      storeEmail(videoAccess.email)
      showToast(accessGranted)
      setTimeout(() => void navigate(leadsTo), redirectDelay)
    },
    onError(error) {
      showFieldErrors(form, error)
      showToast(describeAccessFailure(error))
    },
  })
  const notice = access.isIdle ? answerNotice(answer, describeAccessFailure) : undefined
  const date = next && formatEventDate(next, zone)

  return (
    <PostedForm form={form} onFocus={wakeChecks} onValid={(person) => access.mutate(person)}>
      <FormNotice notice={notice} />
      <PersonFields withMobile />
      {next && (
        <BoxField
          name="receiveEventInvites"
          label="I would like to attend the next event"
          description={`“${next.title}” with ${next.speakerName}${date ? `, ${date}` : ''}`}
        />
      )}
      <SendButton pending={access.isPending || access.isSuccess}>
        {access.isPending ? 'Registering...' : 'Register & Watch'}
      </SendButton>
      <ConsentLine isGiven={isInvited === true} />
      <p className="flex flex-wrap items-center justify-between gap-x-4 border-t border-line pt-4 text-small text-muted">
        Registered before?
        {onEmailInstead ? (
          <Button
            variant="quiet"
            onClick={() => onEmailInstead(form.getValues('email'))}
            className="-mx-5"
          >
            Access with Email
          </Button>
        ) : (
          <ButtonLink variant="quiet" href="/members" className="-mx-5">
            Access with Email
          </ButtonLink>
        )}
      </p>
    </PostedForm>
  )
}
