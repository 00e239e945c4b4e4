import { useRef } from 'react'
import { mailNames } from '#shared/messages.ts'
import type { OutboxEntryRow } from '#shared/contract/messages.ts'
import { PersonCell } from '#app/screens/desk/parts/person-cell.tsx'
import { useFormatInstant } from '#app/screens/desk/parts/use-format-instant.ts'
import { WorkLine } from '#app/screens/desk/parts/work-line.tsx'
import { Button } from '#app/ui/button.tsx'
import { stateWords } from './delivery-words.ts'
import { describeOutboxEntry, isStuck } from './describe-delivery.ts'
import { retryMail } from './repeat-mail.ts'

type OutboxEntryLineProps = {
  outboxEntry: OutboxEntryRow
  onOpen: (id: number) => void
}

/** One mail to one person: what, to whom, what became of it, and what can be done. */
export function OutboxEntryLine({ outboxEntry, onOpen }: OutboxEntryLineProps) {
  const format = useFormatInstant()
  const details = useRef<HTMLButtonElement>(null)
  const { id, kind, eventTitle, name, personKey, email, state } = outboxEntry
  return (
    <WorkLine
      label={`${mailNames[kind]} to ${email}`}
      grid="grid-cols-[minmax(0,1fr)_auto] lg:grid-cols-[minmax(0,5fr)_minmax(0,5fr)_minmax(0,8fr)_auto]"
      state={stateWords[state]}
      stateWidth="lg:w-18"
      sentence={describeOutboxEntry(outboxEntry, format)}
      isBad={
        stateWords[state].tone === 'danger' || (state === 'waiting' && outboxEntry.attempts > 0)
      }
      again={isStuck(outboxEntry) && retryMail(outboxEntry)}
      onGone={() => details.current?.focus()}
    >
      <p className="min-w-0 self-center">
        <span className="block font-semibold">{mailNames[kind]}</span>
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
      <PersonCell {...{ personKey, name, email }} />
    </WorkLine>
  )
}
