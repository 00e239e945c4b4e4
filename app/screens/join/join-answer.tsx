import type { JoinReply } from '#shared/contract/links.ts'
import { LetterPage } from '#app/components/letter-page.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'

type JoinAnswerProps = { answer: JoinReply; onTryAgain: () => void }

/** What the link says while it leads nowhere yet, and where it leads. */
export function JoinAnswer({ answer, onTryAgain }: JoinAnswerProps) {
  const { state, url, title, when } = answer
  if (state === 'open' && url) {
    return (
      <LetterPage title={title}>
        <p>The doors are open. Taking you in...</p>
        <ButtonLink size="large" href={url}>
          Enter the webinar
        </ButtonLink>
      </LetterPage>
    )
  }
  if (state === 'over' || state === 'cancelled') {
    return (
      <LetterPage title={title}>
        <p>
          {state === 'over'
            ? 'This evening is over. Its recording will be in the library.'
            : 'We are sorry: this evening will not take place.'}
        </p>
        <ButtonLink size="large" href={state === 'over' ? '/members' : '/'}>
          {state === 'over' ? 'To the library' : 'See what is on'}
        </ButtonLink>
      </LetterPage>
    )
  }
  return (
    <LetterPage title={title}>
      {when && <p className="font-semibold text-glow">{when}</p>}
      <p>
        {state === 'preparing'
          ? 'Your way in is being prepared. Please try again in a minute.'
          : 'Your seat is kept for you. The doors open 15 minutes before the start: this same link will take you in.'}
      </p>
      <Button size="large" onClick={onTryAgain}>
        {state === 'preparing' ? 'Try again' : 'Look again'}
      </Button>
    </LetterPage>
  )
}
