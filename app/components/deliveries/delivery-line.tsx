import { useRef } from 'react'
import type { DeliveryRow } from '#shared/contract/messages.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { kindWords, stateWords } from './delivery-words.ts'
import { describeDelivery, isStuck } from './describe-delivery.ts'
import { RepeatMail } from './repeat-mail.tsx'
import { useFormatInstant } from '#app/components/use-format-instant.ts'

type DeliveryLineProps = {
  delivery: DeliveryRow
  onOpen: (id: number) => void
}

/** One mail to one person: what, to whom, what became of it, and what can be done. */
export function DeliveryLine({ delivery, onOpen }: DeliveryLineProps) {
  const format = useFormatInstant()
  const details = useRef<HTMLButtonElement>(null)
  const { id, kind, eventTitle, name, email, state } = delivery
  const isBad =
    stateWords[state].tone === 'danger' || (state === 'waiting' && delivery.attempts > 0)
  return (
    <li
      aria-label={`${kindWords[kind]} to ${email}`}
      className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-5 gap-y-1.5 border-t border-line px-4 py-3 first:border-t-0 sm:px-5 lg:grid-cols-[minmax(0,5fr)_minmax(0,5fr)_minmax(0,8fr)_auto] lg:items-center"
    >
      <p className="min-w-0 self-center text-small">
        <span className="block font-semibold">{kindWords[kind]}</span>
        {eventTitle && <bdi className="block wrap-anywhere text-muted">{eventTitle}</bdi>}
      </p>
      <Button
        ref={details}
        variant="quiet"
        className="px-1! text-small! lg:order-last"
        aria-label={`Details of the mail to ${email}`}
        onClick={() => onOpen(id)}
      >
        Details
      </Button>
      <p className="col-span-2 min-w-0 text-small lg:col-span-1">
        {name && (
          <>
            <bdi className="wrap-anywhere">{name}</bdi>
            <br />
          </>
        )}
        <a
          href={`mailto:${email}`}
          className="wrap-anywhere text-glow underline decoration-1 underline-offset-4 hover:decoration-2"
        >
          {email}
        </a>
      </p>
      <div className="col-span-2 flex min-w-0 flex-wrap items-start gap-x-3 gap-y-2 lg:items-center lg:col-span-1">
        <span className="lg:w-18">
          <Badge tone={stateWords[state].tone}>{stateWords[state].name}</Badge>
        </span>
        <p
          className={`min-w-0 grow basis-40 text-small wrap-anywhere figures ${isBad ? 'text-danger' : 'text-muted'}`}
        >
          {describeDelivery(delivery, format)}
        </p>
        {isStuck(delivery) && (
          <RepeatMail delivery={delivery} onGone={() => details.current?.focus()} />
        )}
      </div>
    </li>
  )
}
