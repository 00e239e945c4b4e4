import { pathOf, call } from '#client/api/call.ts'
import type { InterestAnswer, InterestOffer } from '#features/registrations/contract.ts'
import { MailLinkOffer, type OfferButton, registrationConfirmed } from './mail-link-offer.tsx'

export { readPosted as loader } from './mail-link-offer.tsx'

/**
 * The page `/interest/{token}`, linked from the mails that say that an event is open for registration, or that a seat is
 * free. The recipient registers for this event, skips it, joins or leaves its waiting list, or stops these mails.
 */
export default function Interest() {
  return (
    <MailLinkOffer
      path={pathOf('POST /api/interest')}
      read={(token) => call('POST /api/interest', { body: { token } })}
      send={(token, answer: InterestAnswer) =>
        call('POST /api/answer-interest', { body: { token, answer } })
      }
      finding="Loading the event"
      refused="This link does not work"
      describe={({ state, offerEnds }) => describeOffer(state, offerEnds)}
      describeAnswer={(answer) => answered[answer]}
      buttons={listButtons}
    />
  )
}

const onWaitlist = {
  title: 'You are on the waiting list',
  text: 'All seats are taken. We will email you when a seat is free.',
}

const offered: Record<InterestOffer['state'], { title: string; text: string }> = {
  open: { title: 'Register for this event', text: 'Registration is open.' },
  taken: {
    title: 'You are already registered',
    text: 'Your join link is in the confirmation email.',
  },
  closed: {
    title: 'Registration is closed',
    text: 'We will email you when registration for the next event opens.',
  },
  cancelled: {
    title: 'This event was cancelled',
    text: 'You do not need to do anything.',
  },
  full: {
    title: 'All seats are taken',
    text: 'Join the waiting list, and we will email you when a seat is free.',
  },
  waiting: onWaitlist,
  offered: { title: 'A seat is free for you', text: 'It is reserved for you.' },
  missed: {
    title: 'Your reservation has expired',
    text: 'All seats are taken now. You can join the waiting list again.',
  },
}

/**
 * Returns the texts of the page for a state of the offered event. Those of a reserved seat say until when it is
 * reserved.
 */
function describeOffer(state: InterestOffer['state'], offerEnds: string | null) {
  const { title, text } = offered[state]
  return { title, text: offerEnds ? `It is reserved for you until ${offerEnds}.` : text }
}

const answered: Record<InterestAnswer, { title: string; text: string; isRegistered: boolean }> = {
  take_part: registrationConfirmed,
  ignore: {
    isRegistered: false,
    title: 'Event skipped',
    text: 'You get no more emails about this event. We will email you when the next one opens.',
  },
  end: {
    isRegistered: false,
    title: 'Emails about future events stopped',
    text: 'Your registrations stay.',
  },
  join_list: { ...onWaitlist, isRegistered: false },
  leave_list: {
    isRegistered: false,
    title: 'You left the waiting list',
    text: 'You get no more emails about it. If you join again, you will be last in line.',
  },
}

function listButtons({ state }: InterestOffer): OfferButton<InterestAnswer>[] {
  const take: OfferButton<InterestAnswer> = {
    value: 'take_part',
    label: state === 'open' ? 'Register' : 'Confirm registration',
    pendingLabel: 'Confirming...',
    variant: 'primary',
  }
  const isInLine = state === 'waiting' || state === 'offered'
  const isFull = state === 'full' || state === 'missed'
  return [
    ...(state === 'open' || state === 'offered' ? [take] : []),
    ...(isFull
      ? [{ value: 'join_list', label: 'Join the waiting list', variant: 'primary' } as const]
      : []),
    ...(state === 'open' ? [{ value: 'ignore', label: 'Skip this event' } as const] : []),
    isInLine
      ? { value: 'leave_list', label: 'Leave the waiting list' }
      : {
          value: 'end',
          label: 'Stop these emails',
          variant: state === 'open' || isFull ? 'quiet' : 'secondary',
        },
  ]
}
