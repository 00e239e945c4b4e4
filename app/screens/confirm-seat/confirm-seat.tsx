import { useMutation, useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { pathOf } from '#app/api/addresses.ts'
import { call } from '#app/api/call.ts'
import { explainLinkFailure, isLinkRefused } from '#app/components/explain-link-failure.ts'
import { LetterEvent, LetterPage } from '#app/components/letter-page.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { SeatOffer, seatWords } from './seat-offer.tsx'

/** `/confirm-seat/{token}`: the pre-registered see what for, and take their seat with one press. */
export default function ConfirmSeat() {
  const { token = '' } = useParams()
  const seat = useQuery({
    queryKey: [pathOf('POST /api/seat'), token],
    queryFn: () => call('POST /api/seat', { body: { token } }),
    gcTime: 0,
  })
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
  const refusal = [confirm.error, seat.error].find(isLinkRefused)
  if (refusal) {
    return (
      <LetterPage title="This seat cannot be taken">
        <p>{explainLinkFailure(refusal)}</p>
        <ButtonLink size="large" href="/">
          See what is on
        </ButtonLink>
      </LetterPage>
    )
  }
  if (seat.data) {
    return (
      <LetterPage title={seatWords[seat.data.state].title}>
        <SeatOffer offer={seat.data} confirm={confirm} />
      </LetterPage>
    )
  }
  if (seat.error && !seat.isFetching) {
    return (
      <LetterPage title="We could not open this link">
        <p role="alert">{explainLinkFailure(seat.error)}</p>
        <Button size="large" onClick={() => void seat.refetch()}>
          Try again
        </Button>
      </LetterPage>
    )
  }
  return (
    <LetterPage title="Finding your seat">
      <p>One moment, please...</p>
    </LetterPage>
  )
}
