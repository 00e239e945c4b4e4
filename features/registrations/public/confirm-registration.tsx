import { pathOf, call } from '#client/api/call.ts'
import type { RegistrationOffer } from '#features/registrations/contract.ts'
import type { ConfirmAnswer } from '#features/registrations/rules.ts'
import { MailLinkOffer, type OfferButton, registrationConfirmed } from './mail-link-offer.tsx'

export { readPosted as loader } from './mail-link-offer.tsx'

/**
 * The page `/confirm-seat/{token}`, which a mail links to: shows a pre-registered person the event, with a
 * button that confirms their registration.
 */
export default function ConfirmRegistration() {
  return (
    <MailLinkOffer
      path={pathOf('POST /api/seat')}
      read={(token) => call('POST /api/seat', { body: { token } })}
      send={(token, answer: ConfirmAnswer) =>
        call('POST /api/confirm-seat', { body: { token, waitlist: answer === 'join_list' } })
      }
      finding="Loading your registration"
      refused="This registration cannot be confirmed"
      describe={({ state }) => offerWords[state]}
      describeAnswer={(_answer, { isWaitlisted }) =>
        isWaitlisted ? { ...offerWords.waiting, isRegistered: true } : registrationConfirmed
      }
      buttons={({ state }) => {
        const button = answers[state]
        return button ? [button] : []
      }}
    />
  )
}

const answers: Partial<Record<RegistrationOffer['state'], OfferButton<ConfirmAnswer>>> = {
  open: {
    value: 'confirm',
    label: 'Confirm registration',
    pendingLabel: 'Confirming...',
    variant: 'primary',
  },
  full: { value: 'join_list', label: 'Join the waiting list', variant: 'primary' },
}

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
