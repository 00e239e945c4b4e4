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
  /**
   * Text to show after the person has answered by a button; with `event`, the event for which they are registered now.
   */
  answered: { title: string; text: string; event?: Offered | undefined } | undefined
  /** Error of the button that was pressed last; null if it succeeded. */
  problem: Error | null
  finding: string
  refused: string
  words: (offer: Offer) => { title: string; text: string }
  children: (offer: Offer) => ReactNode
}

/**
 * Renders the page that a mail about an event links to: the event with its buttons, then the result. All
 * such pages share this component, so that React reuses the heading and the new text in it receives the
 * focus.
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
          Go to home page
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
          View events
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
      <MailLinkPage title="This link does not work">
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

export const registrationConfirmed = {
  title: 'Your registration is confirmed',
  text: 'We are emailing you your join link and a calendar entry.',
}
