import { useMutation, useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useLoaderData, useParams } from 'react-router'
import { call, pathOf } from '#client/api/call.ts'
import {
  explainLinkFailure,
  isLinkRefused,
  LinkFailure,
  LinkProblem,
  MailLinkEvent,
  MailLinkPage,
  ShowWithoutScripts,
} from '#client/page/mail-link-page.tsx'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import type { readPosted } from '#features/registrations/public/mail-link-offer.tsx'
import type { answerSeriesOffer, readSeriesOffer } from '#features/series-registrations/contract.ts'
import type { ReplyOf, SentBodyOf } from '#kernel/endpoint.ts'

type Answer = SentBodyOf<typeof answerSeriesOffer>['answer']
type Offer = ReplyOf<typeof readSeriesOffer>

export { readPosted as loader } from '#features/registrations/public/mail-link-offer.tsx'

/**
 * The page `/every-event/{token}`, linked from the mails about a series registration. Its owner confirms or ends the
 * registration for every event, or cancels the event that the mail is about.
 */
export default function SeriesPage() {
  const { token = '' } = useParams()
  const posted = useLoaderData<typeof readPosted>()
  const postedOffer = posted.reply as Offer | undefined
  const read = useQuery({
    queryKey: [pathOf('POST /api/series-offer'), token],
    queryFn: () => call('POST /api/series-offer', { body: { token } }),
    ...(postedOffer && { initialData: postedOffer }),
    enabled: posted.problem === undefined,
    gcTime: 0,
  })
  const answering = useMutation({
    mutationFn: (answer: Answer) =>
      call('POST /api/answer-series-offer', { body: { token, answer } }),
  })
  const offer = answering.data ?? read.data
  const refusal = [answering.error, read.error].find(isLinkRefused)
  if (refusal) {
    return (
      <MailLinkPage title="This link does not work">
        <LinkFailure error={refusal} />
      </MailLinkPage>
    )
  }
  if (posted.problem !== undefined) {
    return (
      <MailLinkPage title="This link does not work" worksWithoutScripts>
        <p>{posted.problem}</p>
        <ButtonLink size="large" href="/">
          Go to home page
        </ButtonLink>
      </MailLinkPage>
    )
  }
  if (!offer) {
    return read.error && !read.isFetching ? (
      <MailLinkPage title="This link does not work">
        <p role="alert">{explainLinkFailure(read.error)}</p>
        <Button size="large" onClick={() => void read.refetch()}>
          Try again
        </Button>
      </MailLinkPage>
    ) : (
      <MailLinkPage title="Your registration" worksWithoutScripts>
        <ShowWithoutScripts label="Show my registration" />
      </MailLinkPage>
    )
  }
  const answer = answering.isSuccess ? answering.variables : (posted.answer as Answer | undefined)
  const { title, text } = describe(offer, answer)
  function send(submit: FormEvent<HTMLFormElement>) {
    submit.preventDefault()
    const { submitter } = submit.nativeEvent as SubmitEvent
    if (!answering.isPending) answering.mutate((submitter as HTMLButtonElement).value as Answer)
  }
  const isSending = (value: Answer) => answering.isPending && answering.variables === value
  return (
    <MailLinkPage title={title} worksWithoutScripts>
      {offer.event && <MailLinkEvent {...offer.event} />}
      <p>{text}</p>
      <LinkProblem error={answering.error} />
      <form method="post" onSubmit={send} className="flex flex-wrap gap-x-6 gap-y-3">
        {choices(offer, answer).map(({ value, label, variant }) => (
          <Button
            key={value}
            type="submit"
            name="answer"
            value={value}
            size="large"
            variant={variant}
            className={variant === 'quiet' ? 'px-0!' : ''}
            pending={isSending(value)}
          >
            {label}
          </Button>
        ))}
        <ButtonLink size="large" variant="quiet" className="px-0!" href="/">
          Go to home page
        </ButtonLink>
      </form>
    </MailLinkPage>
  )
}

type Choice = { value: Answer; label: string; variant: 'primary' | 'secondary' | 'quiet' }

/** Returns the buttons of the page: the main action first, the others quieter. */
function choices({ state, event }: Offer, answer: Answer | undefined): Choice[] {
  const hasEnded = answer === 'end' && state === 'none'
  const start: Record<Offer['state'], Choice | undefined> = {
    none: {
      value: 'start_again',
      label: hasEnded ? 'Undo' : 'Register me for every event',
      variant: hasEnded ? 'secondary' : 'primary',
    },
    pending: { value: 'confirm', label: 'Register me for every event', variant: 'primary' },
    active: undefined,
  }
  const isRegistered = event?.isRegistered === true
  const cancel: Choice = {
    value: 'not_this_one',
    label: 'Cancel this registration',
    variant: 'secondary',
  }
  const end: Choice = {
    value: 'end',
    label: state === 'pending' ? 'Decline' : 'Stop automatic registration',
    variant: isRegistered ? 'quiet' : 'secondary',
  }
  return [
    start[state] ?? [],
    isRegistered && !hasEnded ? cancel : [],
    state === 'none' ? [] : end,
  ].flat()
}

/** Returns heading and text of the page, before or after an answer. */
function describe({ state, event }: Offer, answer: Answer | undefined) {
  if ((answer === 'confirm' || answer === 'start_again') && state === 'active') {
    return {
      title: 'You are registered for every event',
      text: 'We register you for every event and email you each time.',
    }
  }
  if (answer === 'not_this_one') {
    return {
      title: 'Your registration is cancelled',
      text: 'You stay registered for the other events.',
    }
  }
  if (state === 'none') {
    return {
      title: 'Automatic registration is off',
      text: 'Your existing registrations stay.',
    }
  }
  if (state === 'pending') {
    return {
      title: 'Register for every event?',
      text: 'We register you for every event and email you each time. You can stop at any time.',
    }
  }
  return event?.isRegistered
    ? {
        title: 'You are registered',
        text: 'You can cancel this registration or stop automatic registration.',
      }
    : { title: 'You are registered for every event', text: 'You can stop at any time.' }
}
