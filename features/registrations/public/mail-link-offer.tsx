import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import {
  explainLinkFailure,
  isLinkRefused,
  LinkProblem,
  MailLinkEvent,
  MailLinkPage,
} from '#client/page/mail-link-page.tsx'

type Offered = { title: string; when: string | null }

type MailLinkOfferProps<Offer extends Offered> = {
  offer: UseQueryResult<Offer>
  /** What is said once the offer was answered, with the event that a seat was taken for. */
  answered: { title: string; text: string; event?: Offered | undefined } | undefined
  /** Why the last press on this page failed, if it did. */
  problem: Error | null
  /** The title while the offer is on its way. */
  finding: string
  /** The title where the link opens nothing. */
  refused: string
  /** What is said of the offer, by its state. */
  words: (offer: Offer) => { title: string; text: string }
  /** What there is to press. */
  children: (offer: Offer) => ReactNode
}

/**
 * A page behind a mail's link that offers something about an event: the event first, so that nobody presses
 * without knowing what for; then the press, and what came of it. One component for all of them, so that the
 * title of the next one gets the focus.
 */
export function MailLinkOffer<Offer extends Offered>({
  offer,
  answered,
  problem,
  finding,
  refused,
  words,
  children,
}: MailLinkOfferProps<Offer>) {
  if (answered) {
    return (
      <MailLinkPage title={answered.title}>
        {answered.event && <MailLinkEvent {...answered.event} />}
        <p>{answered.text}</p>
        <ButtonLink size="large" variant="secondary" href="/">
          To the front page
        </ButtonLink>
      </MailLinkPage>
    )
  }
  const refusal = [problem, offer.error].find(isLinkRefused)
  if (refusal) {
    return (
      <MailLinkPage title={refused}>
        <p>{explainLinkFailure(refusal)}</p>
        <ButtonLink size="large" href="/">
          See what is on
        </ButtonLink>
      </MailLinkPage>
    )
  }
  if (offer.data) {
    const { title, text } = words(offer.data)
    return (
      <MailLinkPage title={title}>
        <MailLinkEvent title={offer.data.title} when={offer.data.when} />
        <p>{text}</p>
        <LinkProblem error={problem} />
        {children(offer.data)}
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
    <MailLinkPage title={finding}>
      <p>One moment, please...</p>
    </MailLinkPage>
  )
}

/** What is said once a seat was taken. */
export const registrationConfirmed = {
  title: 'Your seat is confirmed',
  text: 'A mail with your own link to join, and with an entry for your calendar, is on its way.',
}
