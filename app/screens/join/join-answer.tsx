import type { JoinReply } from '#shared/contract/links.ts'
import { parseInstant } from '#shared/event-time.ts'
import { zoneFormat } from '#shared/zone-formats.ts'
import { LetterEvent } from '#app/components/letter-page.tsx'
import { useSite } from '#app/components/use-site.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'

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
  answer: JoinReply
  /** The page looks again by itself. */
  opensByItself: boolean
  /** Why asking again failed. */
  problem: string | undefined
  isPending: boolean
  onTryAgain: () => void
}

/** What the link says while it leads nowhere yet, and where it leads. */
export function JoinAnswer({ answer, opensByItself, ...props }: JoinAnswerProps) {
  const { problem, isPending, onTryAgain } = props
  const { state, url, title, when } = answer
  return (
    <>
      <LetterEvent title={title} when={when} />
      <p>
        {wordsOf(state, useOpeningTime(answer))}
        {opensByItself && state === 'early' && ' Leave this page open, and it happens by itself.'}
      </p>
      {problem && (
        <p role="alert" className="text-danger">
          {problem}
        </p>
      )}
      {state === 'open' && url && (
        <ButtonLink size="large" href={url}>
          Enter the webinar
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
      {(state === 'early' || state === 'preparing' || state === 'unseated') && (
        <Button
          size="large"
          variant={state === 'early' ? 'secondary' : 'primary'}
          pending={isPending}
          onClick={onTryAgain}
        >
          {isPending ? 'Looking...' : 'Look again'}
        </Button>
      )}
    </>
  )
}

/** `17:45 CAT`: when the doors open, on the series' clock. */
function useOpeningTime({ opensAt }: JoinReply): string | undefined {
  const { zone, suffix } = useSite().site.display
  const instant = parseInstant(opensAt)
  return instant && `${zoneFormat('time', zone).format(instant)} ${suffix}`
}

function wordsOf(state: State, opensAt: string | undefined): string {
  const doors = opensAt
    ? `The doors open at ${opensAt}, 15 minutes before the start.`
    : 'The doors open 15 minutes before the start.'
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
