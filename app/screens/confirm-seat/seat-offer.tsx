import type { RegistrationOffer } from '#shared/contract/links.ts'
import { explainLinkFailure } from '#app/components/explain-link-failure.ts'
import { MailLinkEvent } from '#app/components/letter-page.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'

type RegistrationOfferCardProps = {
  offer: RegistrationOffer
  confirm: { mutate: () => void; isPending: boolean; error: Error | null }
}

export const offerWords: Record<RegistrationOffer['state'], { title: string; text: string }> = {
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
export function RegistrationOfferCard({
  offer: { state, title, when },
  confirm,
}: RegistrationOfferCardProps) {
  const isOpen = state === 'open'
  return (
    <>
      <MailLinkEvent title={title} when={when} />
      <p>{offerWords[state].text}</p>
      {confirm.error !== null && (
        <p role="alert" className="text-danger">
          {explainLinkFailure(confirm.error)}
        </p>
      )}
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
