import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { call } from '#client/api/call.ts'
import { answeredForm, answerNotice } from '#client/forms/form-answer.ts'
import { showFieldErrors, FormNotice, PostedForm, SendButton } from '#client/forms/posted-form.tsx'
import { storeEmail } from '#client/forms/stored-email.ts'
import { useSite } from '#client/page/use-site.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { showToast } from '#client/ui/toast-store.ts'
import type { requestVideoAccess } from '#features/registrations/contract.ts'
import { videoAccessSent } from '#features/registrations/rules.ts'
import { proveSession } from '#features/sign-in/public/prove-session.ts'
import type { ReplyOf } from '#kernel/endpoint.ts'
import type { PublicEvent } from '#kernel/event-shapes.ts'
import { formatEventDate, isFinished } from '#kernel/event-time.ts'
import type { FormAnswer } from '#kernel/pages.ts'
import { type Checked, checkLater, wakeChecks } from './check-later.ts'
import { BoxField } from './box-field.tsx'
import { ConsentBox, ConsentLine, useFormContextSent } from './consent-line.tsx'
import {
  accessGranted,
  accessOnWaitlist,
  accessWithoutSeat,
  describeAccessFailure,
} from './form-notices.ts'
import { PersonFields } from './person-fields.tsx'

/** Delay in milliseconds between the registration and the redirect to the video library. */
const redirectDelay = 1000

const blank = {
  firstName: '',
  lastName: '',
  email: '',
  company: '',
  jobTitle: '',
  mobile: '',
  receiveEventInvites: false,
  receiveUpdates: false,
}

type RegisterAndWatchFormProps = {
  current: PublicEvent | null
  /**
   * URL path to redirect to after the registration: the requested interview, or the start page of the
   * library.
   */
  leadsTo?: string
  email?: string
  answer?: FormAnswer | undefined
  /**
   * Replaces this form by the one that opens the library for a known email. On the page /register, which cannot do
   * this, the form renders a link instead.
   */
  onEmailInstead?: (typed: string) => void
}

/**
 * Renders the form that registers a visitor for the video library and opens it. With a ticked checkbox, the form also
 * registers the visitor for the next event, or puts them on its waiting list if it is full.
 */
export function RegisterAndWatchForm({
  current,
  leadsTo = '/members',
  email = '',
  answer,
  onEmailInstead,
}: RegisterAndWatchFormProps) {
  const { zone } = useSite().site.display
  const navigate = useNavigate()
  const contextOf = useFormContextSent()
  const [next] = useState(() =>
    current && !isFinished(current, new Date(), zone) ? current : null,
  )
  const [begun] = useState(() => answeredForm(answer, { ...blank, email }))
  const form = useForm({ resolver: checkLater('videoAccess'), ...begun })
  const [isFull, setIsFull] = useState(next?.seatsLeft === 0)
  const isInvited = useWatch({ control: form.control, name: 'receiveEventInvites' })
  const access = useMutation({
    async mutationFn(person: Checked<'videoAccess'>) {
      const opened = await call('POST /api/video-access', {
        body: videoAccessSent(person, next, {
          ...contextOf(person.receiveUpdates),
          waitlist: isFull,
        }),
      })
      await proveSession()
      return opened
    },
    onSuccess(opened) {
      storeEmail(opened.videoAccess.email)
      if (isLeftOut(opened)) {
        setIsFull(true)
        showToast(accessWithoutSeat)
        return
      }
      showToast(opened.isWaitlisted ? accessOnWaitlist : accessGranted)
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
          label={
            isFull
              ? 'I would like to join the waiting list of the next event'
              : 'I would like to attend the next event'
          }
          description={`“${next.title}” with ${next.speakerName}${date ? `, ${date}` : ''}${isFull ? '. All seats are taken.' : ''}`}
        />
      )}
      {isFull && <input type="hidden" name="waitlist" value="1" />}
      <ConsentBox />
      <SendButton pending={access.isPending || (access.isSuccess && !isLeftOut(access.data))}>
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

/** Returns whether the visitor wanted to attend the next event, and got neither a seat nor a place in line. */
const isLeftOut = ({ eventStatus, isWaitlisted }: ReplyOf<typeof requestVideoAccess>) =>
  eventStatus === 'full' && !isWaitlisted
