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
      finding="Loading your registration"
      refused="This registration cannot be confirmed"
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
            View events
          </ButtonLink>
        )
      }
    </MailLinkOffer>
  )
}

const takeLabel = (isPending: boolean) => (isPending ? 'Confirming...' : 'Confirm registration')

const offerWords: Record<RegistrationOffer['state'], { title: string; text: string }> = {
  open: {
    title: 'Confirm your registration',
    text: 'The date is now confirmed.',
  },
  taken: {
    title: 'You are already registered',
    text: 'Your join link is in the confirmation email.',
  },
  undated: {
    title: 'The date is no longer confirmed',
    text: 'You stay on the list. We will email you when there is a new date.',
  },
  over: {
    title: 'This event has ended',
    text: 'See the home page for upcoming events and recordings.',
  },
  cancelled: {
    title: 'This event was cancelled',
    text: 'You do not need to do anything.',
  },
  full: {
    title: 'All seats are taken',
    text: 'Join the waiting list, and we will email you when a seat is free.',
  },
  waiting: {
    title: 'You are on the waiting list',
    text: 'All seats are taken. We will email you when a seat is free.',
  },
}
