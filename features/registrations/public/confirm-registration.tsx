import { useMutation, useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { pathOf, call } from '#client/api/call.ts'
import {
  explainLinkFailure,
  LinkProblem,
  isLinkRefused,
  MailLinkEvent,
  MailLinkPage,
} from '#client/page/mail-link-page.tsx'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import type { RegistrationOffer } from '#features/registrations/contract.ts'

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

type RegistrationOfferCardProps = {
  offer: RegistrationOffer
  confirm: { mutate: () => void; isPending: boolean; error: Error | null }
}

const offerWords: Record<RegistrationOffer['state'], { title: string; text: string }> = {
  open: {
    title: 'Take your seat',
    text: 'The date is confirmed. One press, and the seat is yours.',
  },
  taken: {
    title: 'This seat is yours already',
    text: 'Your own link to join came with the mail that confirmed it.',
  },
  undated: {
    title: 'The date is open again',
    text: 'You keep your place on the list. We will write to you as soon as the date is confirmed.',
  },
  over: {
    title: 'This interview is over',
    text: 'There are others to come, and earlier ones to watch.',
  },
  cancelled: {
    title: 'This interview will not take place',
    text: 'We are sorry. You need not do anything.',
  },
}

/** The event first, so that nobody presses without knowing what for; then the press, where it is of use. */
function RegistrationOfferCard({
  offer: { state, title, when },
  confirm,
}: RegistrationOfferCardProps) {
  const isOpen = state === 'open'
  return (
    <>
      <MailLinkEvent title={title} when={when} />
      <p>{offerWords[state].text}</p>
      <LinkProblem error={confirm.error} />
      {isOpen ? (
        <Button size="large" pending={confirm.isPending} onClick={() => confirm.mutate()}>
          {confirm.isPending ? 'Confirming...' : 'Take my seat'}
        </Button>
      ) : (
        <ButtonLink size="large" href="/">
          See what is on
        </ButtonLink>
      )}
    </>
  )
}
