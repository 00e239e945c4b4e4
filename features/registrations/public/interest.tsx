import { useMutation, useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { pathOf, call } from '#client/api/call.ts'
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
  })
  const answer = answering.isSuccess ? answering.variables : undefined
  const event = answer === 'take_part' ? answering.data : undefined
  return (
    <MailLinkOffer
      offer={offer}
      answered={answer && { ...answered[answer], event }}
      problem={answering.error}
      finding="Finding the event"
      refused="This link leads nowhere"
      words={({ state }) => offered[state]}
    >
      {({ state }) => <Answers state={state} answering={answering} />}
    </MailLinkOffer>
  )
}

const offered: Record<InterestOffer['state'], { title: string; text: string }> = {
  open: { title: 'Take part', text: 'Registration is open. One press, and the seat is yours.' },
  taken: {
    title: 'You are registered already',
    text: 'Your own link to join came with the mail that confirmed it.',
  },
  closed: {
    title: 'Registration is closed',
    text: 'There are others to come: we write to you when the next one opens.',
  },
  cancelled: {
    title: 'This interview will not take place',
    text: 'We are sorry. You need not do anything.',
  },
}

const answered: Record<InterestAnswer, { title: string; text: string }> = {
  take_part: registrationConfirmed,
  ignore: {
    title: 'Not this one, then',
    text: 'You hear no more of this event, and are told when the next one opens.',
  },
  end: {
    title: 'These mails have ended',
    text: 'We no longer write to you when registration opens. Your seats stay yours.',
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
  return (
    <div className="flex flex-wrap gap-3">
      {state === 'open' && (
        <>
          <Button
            size="large"
            pending={isPending('take_part')}
            onClick={() => answering.mutate('take_part')}
          >
            {isPending('take_part') ? 'Confirming...' : 'Take my seat'}
          </Button>
          <Button
            size="large"
            variant="secondary"
            pending={isPending('ignore')}
            onClick={() => answering.mutate('ignore')}
          >
            Not this one
          </Button>
        </>
      )}
      <Button
        size="large"
        variant={state === 'open' ? 'quiet' : 'secondary'}
        pending={isPending('end')}
        onClick={() => answering.mutate('end')}
      >
        No more of these mails
      </Button>
    </div>
  )
}
