import { useMutation } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { call } from '#app/api/call.ts'
import { explainLinkFailure, isLinkRefused } from '#app/components/explain-link-failure.ts'
import { LetterPage } from '#app/components/letter-page.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'

/** `/resubscribe/{token}`: the one thing that takes an unsubscription back. */
export default function Resubscribe() {
  const { token = '' } = useParams()
  const restore = useMutation({
    mutationFn: () => call('POST /api/resubscribe', { body: { token } }),
  })
  if (restore.isSuccess) {
    return (
      <LetterPage title="Good to have you back">
        <p className="wrap-anywhere">
          Reminders and news will come to <strong>{restore.data.email}</strong> again.
        </p>
        <ButtonLink size="large" variant="secondary" href="/">
          To the front page
        </ButtonLink>
      </LetterPage>
    )
  }
  if (isLinkRefused(restore.error)) {
    return (
      <LetterPage title="We could not open this link">
        <p>{explainLinkFailure(restore.error)}</p>
        <ButtonLink size="large" href="/">
          To the front page
        </ButtonLink>
      </LetterPage>
    )
  }
  return (
    <LetterPage title="Hear from us again?">
      <p>One press, and reminders and news will come to you again.</p>
      {restore.isError && (
        <p role="alert" className="text-danger">
          {explainLinkFailure(restore.error)}
        </p>
      )}
      <Button size="large" pending={restore.isPending} onClick={() => restore.mutate()}>
        {restore.isPending ? 'One moment...' : 'Yes, write to me again'}
      </Button>
    </LetterPage>
  )
}
