import { Button, ButtonLink } from '#app/ui/button.tsx'
import { explainLinkFailure, isLinkRefused } from './explain-link-failure.ts'

type LinkFailureProps = { error: unknown; onTryAgain?: () => void }

/**
 * What such a page says in place of what could not be opened, and what is to be done: try again, unless the
 * link itself is refused.
 */
export function LinkFailure({ error, onTryAgain }: LinkFailureProps) {
  return (
    <>
      <p>{explainLinkFailure(error)}</p>
      {isLinkRefused(error) ? (
        <ButtonLink size="large" href="/">
          To the front page
        </ButtonLink>
      ) : (
        <Button size="large" onClick={onTryAgain}>
          Try again
        </Button>
      )}
    </>
  )
}
