import { useMutation } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { call } from '#app/api/call.ts'
import { explainLinkFailure, isLinkRefused } from '#app/components/explain-link-failure.ts'
import { LetterEvent, LetterPage } from '#app/components/letter-page.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'

/** `/confirm-seat/{token}`: the pre-registered take their seat with one press. */
export default function ConfirmSeat() {
  const { token = '' } = useParams()
  const confirm = useMutation({
    mutationFn: () => call('POST /api/confirm-seat', { body: { token } }),
  })
  if (confirm.isSuccess) {
    return (
      <LetterPage title="Your seat is confirmed">
        <LetterEvent {...confirm.data} />
        <p>
          A mail with your own link to join, and with an entry for your calendar, is on its way.
        </p>
        <ButtonLink size="large" variant="secondary" href="/">
          To the front page
        </ButtonLink>
      </LetterPage>
    )
  }
  if (isLinkRefused(confirm.error)) {
    return (
      <LetterPage title="This seat cannot be taken">
        <p>{explainLinkFailure(confirm.error)}</p>
        <ButtonLink size="large" href="/">
          See what is on
        </ButtonLink>
      </LetterPage>
    )
  }
  return (
    <LetterPage title="Take your seat">
      <p>The date is confirmed. One press, and the seat is yours.</p>
      {confirm.isError && (
        <p role="alert" className="text-danger">
          {explainLinkFailure(confirm.error)}
        </p>
      )}
      <Button size="large" pending={confirm.isPending} onClick={() => confirm.mutate()}>
        {confirm.isPending ? 'Confirming...' : 'Take my seat'}
      </Button>
    </LetterPage>
  )
}
