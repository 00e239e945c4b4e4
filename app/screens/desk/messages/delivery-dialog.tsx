import { messageNames } from '#shared/messages.ts'
import { LoadFailed } from '#app/components/load-failed.tsx'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { Badge } from '#app/ui/badge.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { deliveryOf } from './delivery-queries.ts'
import { stateWords } from './delivery-words.ts'
import { describeDelivery, isStuck } from './describe-delivery.ts'
import { KeptMail } from './kept-mail.tsx'
import { PersonLink } from '#app/screens/desk/parts/person-link.tsx'
import { repeatMail } from './repeat-mail.ts'
import { TryAgain } from '#app/screens/desk/parts/try-again.tsx'
import { useFormatInstant } from '#app/screens/desk/parts/use-format-instant.ts'

type DeliveryDialogProps = { id: number; isSending: boolean; onClose: () => void }

/** All that is known of one delivery, and the mail itself where it was kept. */
export function DeliveryDialog({ id, isSending, onClose }: DeliveryDialogProps) {
  const { data: delivery, isPending, error, refetch } = useQuery(deliveryOf(id))
  const format = useFormatInstant()
  const facts = useRef<HTMLDListElement>(null)
  const title = delivery ? messageNames[delivery.kind] : 'Message'
  return (
    <Dialog title={title} size="wide" onClose={onClose}>
      {isPending && <output className="mt-4 block text-muted">Loading message...</output>}
      {error && (
        <LoadFailed
          error={error}
          words="The message could not be loaded. Please try again."
          onRetry={refetch}
          className="mt-4"
        />
      )}
      {delivery && (
        <>
          <dl ref={facts} tabIndex={-1} className="mt-5 grid gap-3 text-small sm:grid-cols-2">
            <Fact name="To">
              {(delivery.name || delivery.personKey) && (
                <>
                  <PersonLink {...delivery} />
                  <br />
                </>
              )}
              {delivery.email}
            </Fact>
            <Fact name="Event">
              <bdi>{delivery.eventTitle ?? 'About no event'}</bdi>
            </Fact>
            <Fact name="State">
              <span className="flex flex-wrap items-center gap-2">
                <Badge tone={stateWords[delivery.state].tone}>
                  {stateWords[delivery.state].name}
                </Badge>
                <span>{describeDelivery(delivery, format)}</span>
              </span>
            </Fact>
            <Fact name="Planned">{format(delivery.createdAt)}</Fact>
            {delivery.triedAt && (
              <Fact name="Last try">
                {format(delivery.triedAt)} (number {delivery.attempts})
              </Fact>
            )}
            {delivery.answer && (
              <Fact name={delivery.state === 'kept' ? 'Where' : 'The mail server said'}>
                {delivery.answer}
              </Fact>
            )}
          </dl>
          {(isStuck(delivery) || (delivery.state === 'kept' && isSending)) && (
            <div className="mt-5">
              <TryAgain {...repeatMail(delivery)} onGone={() => facts.current?.focus()} />
            </div>
          )}
          {delivery.kept && <KeptMail kept={delivery.kept} />}
        </>
      )}
    </Dialog>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-caption text-muted">{name}</dt>
      <dd className="wrap-anywhere figures">{children}</dd>
    </div>
  )
}
