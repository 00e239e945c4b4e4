import { useMutation } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { call } from '#app/api/call.ts'
import { explainLinkFailure } from '#app/components/explain-link-failure.ts'
import { LetterPage } from '#app/components/letter-page.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'

/** `/confirm-seat/{token}`: the pre-registered take their seat with one press. */
export default function ConfirmSeat() {
  const { token = '' } = useParams()
  const confirm = useMutation({
    mutationFn: () => call('POST /api/confirm-seat', { body: { token } }),
  })
  if (confirm.isSuccess) {
    const { title, when } = confirm.data
    return (
      <LetterPage title="Your seat is confirmed">
        <p dir="auto">{title}</p>
        {when && <p className="font-semibold text-glow">{when}</p>}
        <p>A mail with your own link to join is on its way.</p>
        <ButtonLink size="large" href="/">
          To the front page
        </ButtonLink>
      </LetterPage>
    )
  }
  return (
    <LetterPage title="Take your seat">
      <p>The date is confirmed. One press, and the seat is yours.</p>
      {confirm.isError && <p role="alert">{explainLinkFailure(confirm.error)}</p>}
      <Button size="large" pending={confirm.isPending} onClick={() => confirm.mutate()}>
        {confirm.isPending ? 'Confirming...' : 'Take my seat'}
      </Button>
    </LetterPage>
  )
}
