import { useMutation, useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { pathOf, call, refusedWith } from '#client/api/call.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import type { RegistrationOffer } from '#features/registrations/contract.ts'
import { MailLinkOffer, registrationConfirmed } from './mail-link-offer.tsx'

/**
 * The page `/confirm-seat/{token}`, which a mail links to: shows a pre-registered person the event, with a
 * button that confirms their registration.
 */
export default function ConfirmRegistration() {
  const { token = '' } = useParams()
  const offer = useQuery({
    queryKey: [pathOf('POST /api/seat'), token],
    queryFn: () => call('POST /api/seat', { body: { token } }),
    gcTime: 0,
  })
  const confirm = useMutation({
    mutationFn: (waitlist: boolean) =>
      call('POST /api/confirm-seat', { body: { token, waitlist } }),
    onError: (error) => refusedWith(error, 'event_full') && void offer.refetch(),
  })
  const given = confirm.data?.isWaitlisted ? offerWords.waiting : registrationConfirmed
  const answered = confirm.isSuccess ? given : undefined
  return (
    <MailLinkOffer
      offer={offer}
      answered={answered && { ...answered, event: confirm.data }}
      problem={refusedWith(confirm.error, 'event_full') ? null : confirm.error}
      finding="Finding your seat"
      refused="This seat cannot be taken"
      words={({ state }) => offerWords[state]}
    >
      {({ state }) =>
        state === 'open' || state === 'full' ? (
          <Button
            size="large"
            pending={confirm.isPending}
            onClick={() => confirm.mutate(state === 'full')}
          >
            {state === 'full' ? 'Join the waiting list' : takeLabel(confirm.isPending)}
          </Button>
        ) : (
          <ButtonLink size="large" href="/">
            See what is on
          </ButtonLink>
        )
      }
    </MailLinkOffer>
  )
}

const takeLabel = (isPending: boolean) => (isPending ? 'Confirming...' : 'Take my seat')

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
  full: {
    title: 'All seats are taken',
    text: 'Join the waiting list, and we write to you as soon as a seat is free.',
  },
  waiting: {
    title: 'You are on the waiting list',
    text: 'All seats are taken. We write to you as soon as a seat is free.',
  },
}
