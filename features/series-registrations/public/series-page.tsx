import { useMutation, useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { call, pathOf } from '#client/api/call.ts'
import {
  explainLinkFailure,
  isLinkRefused,
  LinkFailure,
  LinkProblem,
  MailLinkEvent,
  MailLinkPage,
} from '#client/page/mail-link-page.tsx'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import type { readSeriesOffer } from '#features/series-registrations/contract.ts'
import type { ReplyOf } from '#kernel/endpoint.ts'

type Answer = 'confirm' | 'not_this_one' | 'end'
type Offer = ReplyOf<typeof readSeriesOffer>

/**
 * The page `/every-event/{token}`, linked from the mails about a series registration. Its owner confirms or ends the
 * registration for every event, or cancels the event that the mail is about.
 */
export default function SeriesPage() {
  const { token = '' } = useParams()
  const read = useQuery({
    queryKey: [pathOf('POST /api/series-offer'), token],
    queryFn: () => call('POST /api/series-offer', { body: { token } }),
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
  if (!offer) {
    return (
      <MailLinkPage title={read.error ? 'This link does not work' : 'Loading your registration'}>
        {read.error && !read.isFetching ? (
          <>
            <p role="alert">{explainLinkFailure(read.error)}</p>
            <Button size="large" onClick={() => void read.refetch()}>
              Try again
            </Button>
          </>
        ) : (
          <p>One moment, please...</p>
        )}
      </MailLinkPage>
    )
  }
  const { title, text } = describe(offer, answering.isSuccess ? answering.variables : undefined)
  const button = (answer: Answer, label: string, variant: 'primary' | 'secondary' | 'quiet') => (
    <Button
      size="large"
      variant={variant}
      pending={answering.isPending && answering.variables === answer}
      onClick={() => answering.mutate(answer)}
    >
      {label}
    </Button>
  )
  return (
    <MailLinkPage title={title}>
      {offer.event && <MailLinkEvent {...offer.event} />}
      <p>{text}</p>
      <LinkProblem error={answering.error} />
      <div className="flex flex-wrap gap-3">
        {offer.state === 'pending' && button('confirm', 'Register me for every event', 'primary')}
        {offer.event?.isRegistered && button('not_this_one', 'Cancel this registration', 'primary')}
        {offer.state === 'pending' && button('end', 'Decline', 'secondary')}
        {offer.state === 'active' && button('end', 'Stop automatic registration', 'secondary')}
        <ButtonLink size="large" variant="quiet" href="/">
          Go to home page
        </ButtonLink>
      </div>
    </MailLinkPage>
  )
}

/** Returns heading and text of the page, before or after an answer. */
function describe({ state, event }: Offer, answer: Answer | undefined) {
  if (answer === 'confirm' && state === 'active') {
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
