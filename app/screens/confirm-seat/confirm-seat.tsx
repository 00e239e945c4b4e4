import { useMutation, useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { pathOf } from '#app/api/addresses.ts'
import { call } from '#app/api/call.ts'
import { explainLinkFailure, isLinkRefused } from '#app/components/explain-link-failure.ts'
import { MailLinkEvent, MailLinkPage } from '#app/components/letter-page.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { RegistrationOfferCard, offerWords } from './seat-offer.tsx'

/** `/confirm-seat/{token}`: the pre-registered see what for, and take their seat with one press. */
export default function ConfirmRegistration() {
  const { token = '' } = useParams()
  const offer = useQuery({
    queryKey: [pathOf('POST /api/seat'), token],
    queryFn: () => call('POST /api/seat', { body: { token } }),
    gcTime: 0,
  })
  const confirm = useMutation({
    mutationFn: () => call('POST /api/confirm-seat', { body: { token } }),
  })
  if (confirm.isSuccess) {
    return (
      <MailLinkPage title="Your seat is confirmed">
        <MailLinkEvent {...confirm.data} />
        <p>
          A mail with your own link to join, and with an entry for your calendar, is on its way.
        </p>
        <ButtonLink size="large" variant="secondary" href="/">
          To the front page
        </ButtonLink>
      </MailLinkPage>
    )
  }
  const refusal = [confirm.error, offer.error].find(isLinkRefused)
  if (refusal) {
    return (
      <MailLinkPage title="This seat cannot be taken">
        <p>{explainLinkFailure(refusal)}</p>
        <ButtonLink size="large" href="/">
          See what is on
        </ButtonLink>
      </MailLinkPage>
    )
  }
  if (offer.data) {
    return (
      <MailLinkPage title={offerWords[offer.data.state].title}>
        <RegistrationOfferCard offer={offer.data} confirm={confirm} />
      </MailLinkPage>
    )
  }
  if (offer.error && !offer.isFetching) {
    return (
      <MailLinkPage title="We could not open this link">
        <p role="alert">{explainLinkFailure(offer.error)}</p>
        <Button size="large" onClick={() => void offer.refetch()}>
          Try again
        </Button>
      </MailLinkPage>
    )
  }
  return (
    <MailLinkPage title="Finding your seat">
      <p>One moment, please...</p>
    </MailLinkPage>
  )
}
