import type { JoinReply } from '#shared/contract/links.ts'
import { opensBeforeMinutes } from '#shared/room.ts'
import { describeLocally, describeOpening } from '#app/components/describe-locally.ts'
import { MailLinkEvent } from '#app/components/letter-page.tsx'
import { QuestionsOfRegistrant } from '#app/components/questions/questions-of-registrant.tsx'
import { useSite } from '#app/components/use-site.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Countdown } from './countdown.tsx'
import { EventAhead } from './evening-ahead.tsx'

type State = JoinReply['state']

export const joinTitles: Record<State, string> = {
  early: 'Your seat is kept for you',
  preparing: 'Your way in is being prepared',
  unseated: 'We have no seat for you yet',
  open: 'The doors are open',
  over: 'This interview is over',
  cancelled: 'This interview will not take place',
}

type JoinAnswerProps = {
  token: string
  answer: JoinReply
  /** When it came, by this browser's clock. */
  answeredAt: number
  /** Why asking again failed. */
  problem: string | undefined
  isPending: boolean
  onTryAgain: () => void
}

/** What the link says while it leads nowhere yet, and where it leads. */
export function JoinAnswer({ answer, answeredAt, ...props }: JoinAnswerProps) {
  const { token, problem, isPending, onTryAgain } = props
  const { state, url, room, title, when, event, opensAt, now } = answer
  const { display } = useSite().site
  const isEarly = state === 'early'
  const isWaiting = isEarly || state === 'preparing' || state === 'unseated'
  return (
    <>
      <MailLinkEvent
        title={title}
        when={when}
        local={isWaiting ? describeLocally(event, display.zone) : undefined}
      />
      {isEarly && opensAt && <Countdown to={opensAt} aheadMs={Date.parse(now) - answeredAt} />}
      <p>{wordsOf(state, opensAt && describeOpening(opensAt, display))}</p>
      {problem && (
        <p role="alert" className="text-danger">
          {problem}
        </p>
      )}
      {state === 'open' && url && (
        <ButtonLink size="large" href={url}>
          {room ? `Enter ${room}` : 'Enter the webinar'}
        </ButtonLink>
      )}
      {state === 'over' && (
        <ButtonLink size="large" href="/members">
          To the library
        </ButtonLink>
      )}
      {state === 'cancelled' && (
        <ButtonLink size="large" href="/">
          See what is on
        </ButtonLink>
      )}
      {isWaiting && (
        <Button
          size="large"
          variant={isEarly ? 'secondary' : 'primary'}
          pending={isPending}
          onClick={onTryAgain}
        >
          {isPending ? 'Looking...' : 'Look again'}
        </Button>
      )}
      {isWaiting && <QuestionsOfRegistrant event={event} linkToken={token} />}
      {isWaiting && <EventAhead event={event} />}
    </>
  )
}

function wordsOf(state: State, opening: string | null): string {
  const doors = opening
    ? `The doors open at ${opening}, ${opensBeforeMinutes} minutes before the start. Leave this page open, and it takes you in by itself.`
    : `The doors open ${opensBeforeMinutes} minutes before the start.`
  const words: Record<State, string> = {
    early: `${doors} This same link will take you in.`,
    preparing: 'It takes a minute. This page looks again by itself.',
    unseated:
      'Your registration is with us, but your seat in the webinar is not. Please answer the mail that brought you here, and we will help you in. This page looks again every minute.',
    open: 'Taking you in...',
    over: 'Thank you for your interest. Its recording will be in the library.',
    cancelled: 'We are sorry. You need not do anything.',
  }
  return words[state]
}
