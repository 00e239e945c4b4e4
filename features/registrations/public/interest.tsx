import { useMutation, useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { pathOf, call, refusedWith } from '#client/api/call.ts'
import { Button } from '#client/ui/button.tsx'
import type { InterestAnswer, InterestOffer } from '#features/registrations/contract.ts'
import { MailLinkOffer, registrationConfirmed } from './mail-link-offer.tsx'

/**
 * The page `/interest/{token}`, linked from the mail that says that an event is open for registration. A
 * person who asked for news of future events registers for this event, skips it, or stops these mails.
 */
export default function Interest() {
  const { token = '' } = useParams()
  const offer = useQuery({
    queryKey: [pathOf('POST /api/interest'), token],
    queryFn: () => call('POST /api/interest', { body: { token } }),
    gcTime: 0,
  })
  const answering = useMutation({
    mutationFn: (answer: InterestAnswer) =>
      call('POST /api/answer-interest', { body: { token, answer } }),
    onError: (error) => refusedWith(error, 'event_full') && void offer.refetch(),
  })
  const answer = answering.isSuccess ? answering.variables : undefined
  const event = answer === 'take_part' ? answering.data : undefined
  return (
    <MailLinkOffer
      offer={offer}
      answered={answer && { ...answered[answer], event }}
      problem={refusedWith(answering.error, 'event_full') ? null : answering.error}
      finding="Loading the event"
      refused="This link does not work"
      words={({ state, offerEnds }) => describeOffer(state, offerEnds)}
    >
      {({ state }) => <Answers state={state} answering={answering} />}
    </MailLinkOffer>
  )
}

const onWaitlist = {
  title: 'You are on the waiting list',
  text: 'All seats are taken. We will email you when a seat is free.',
}

const offered: Record<InterestOffer['state'], { title: string; text: string }> = {
  open: { title: 'Register for this event', text: 'Registration is open.' },
  taken: {
    title: 'You are already registered',
    text: 'Your join link is in the confirmation email.',
  },
  closed: {
    title: 'Registration is closed',
    text: 'We will email you when registration for the next event opens.',
  },
  cancelled: {
    title: 'This event was cancelled',
    text: 'You do not need to do anything.',
  },
  full: {
    title: 'All seats are taken',
    text: 'Join the waiting list, and we will email you when a seat is free.',
  },
  waiting: onWaitlist,
  offered: { title: 'A seat is free for you', text: 'It is reserved for you.' },
  missed: {
    title: 'Your reservation has expired',
    text: 'All seats are taken now. You can join the waiting list again.',
  },
}

/**
 * Returns the texts of the page for a state of the offered event. Those of a reserved seat say until when it is
 * reserved.
 */
function describeOffer(state: InterestOffer['state'], offerEnds: string | null) {
  const { title, text } = offered[state]
  return { title, text: offerEnds ? `It is reserved for you until ${offerEnds}.` : text }
}

const answered: Record<InterestAnswer, { title: string; text: string }> = {
  take_part: registrationConfirmed,
  ignore: {
    title: 'Event skipped',
    text: 'You get no more emails about this event. We will email you when the next one opens.',
  },
  end: {
    title: 'Emails about future events stopped',
    text: 'Your registrations stay.',
  },
  join_list: onWaitlist,
  leave_list: {
    title: 'You left the waiting list',
    text: 'You get no more emails about it. If you join again, you will be last in line.',
  },
}

type AnswersProps = {
  state: InterestOffer['state']
  answering: {
    mutate: (answer: InterestAnswer) => void
    isPending: boolean
    variables: InterestAnswer | undefined
  }
}

function Answers({ state, answering }: AnswersProps) {
  const isPending = (answer: InterestAnswer) =>
    answering.isPending && answering.variables === answer
  function button(
    answer: InterestAnswer,
    label: string,
    variant: 'primary' | 'secondary' | 'quiet' = 'secondary',
  ) {
    return (
      <Button
        size="large"
        variant={variant}
        pending={isPending(answer)}
        onClick={() => answering.mutate(answer)}
      >
        {label}
      </Button>
    )
  }
  const takeLabel = isPending('take_part')
    ? 'Confirming...'
    : state === 'open'
      ? 'Register'
      : 'Confirm registration'
  const isInLine = state === 'waiting' || state === 'offered'
  const isFull = state === 'full' || state === 'missed'
  return (
    <div className="flex flex-wrap gap-3">
      {(state === 'open' || state === 'offered') && button('take_part', takeLabel, 'primary')}
      {isFull && button('join_list', 'Join the waiting list', 'primary')}
      {state === 'open' && button('ignore', 'Skip this event')}
      {isInLine
        ? button('leave_list', 'Leave the waiting list')
        : button('end', 'Stop these emails', state === 'open' || isFull ? 'quiet' : 'secondary')}
    </div>
  )
}
