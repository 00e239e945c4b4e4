import { mailNames } from '#shared/messages.ts'
import { LoadFailed } from '#app/components/load-failed.tsx'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { Badge } from '#app/ui/badge.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { outboxEntryOf } from './delivery-queries.ts'
import { stateWords } from './delivery-words.ts'
import { describeOutboxEntry, isStuck } from './describe-delivery.ts'
import { KeptMail } from './kept-mail.tsx'
import { PersonLink } from '#app/screens/desk/parts/person-link.tsx'
import { retryMail } from './repeat-mail.ts'
import { TryAgain } from '#app/screens/desk/parts/try-again.tsx'
import { useFormatInstant } from '#app/screens/desk/parts/use-format-instant.ts'

type OutboxEntryDialogProps = { id: number; isSending: boolean; onClose: () => void }

/** All that is known of one outbox entry, and the mail itself where it was kept. */
export function OutboxEntryDialog({ id, isSending, onClose }: OutboxEntryDialogProps) {
  const { data: outboxEntry, isPending, error, refetch } = useQuery(outboxEntryOf(id))
  const format = useFormatInstant()
  const facts = useRef<HTMLDListElement>(null)
  const title = outboxEntry ? mailNames[outboxEntry.kind] : 'Message'
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
      {outboxEntry && (
        <>
          <dl ref={facts} tabIndex={-1} className="mt-5 grid gap-3 text-small sm:grid-cols-2">
            <Fact name="To">
              {(outboxEntry.name || outboxEntry.personKey) && (
                <>
                  <PersonLink {...outboxEntry} />
                  <br />
                </>
              )}
              {outboxEntry.email}
            </Fact>
            <Fact name="Event">
              <bdi>{outboxEntry.eventTitle ?? 'About no event'}</bdi>
            </Fact>
            <Fact name="State">
              <span className="flex flex-wrap items-center gap-2">
                <Badge tone={stateWords[outboxEntry.state].tone}>
                  {stateWords[outboxEntry.state].name}
                </Badge>
                <span>{describeOutboxEntry(outboxEntry, format)}</span>
              </span>
            </Fact>
            <Fact name="Planned">{format(outboxEntry.createdAt)}</Fact>
            {outboxEntry.triedAt && (
              <Fact name="Last try">
                {format(outboxEntry.triedAt)} (number {outboxEntry.attempts})
              </Fact>
            )}
            {outboxEntry.answer && (
              <Fact name={outboxEntry.state === 'kept' ? 'Where' : 'The mail server said'}>
                {outboxEntry.answer}
              </Fact>
            )}
          </dl>
          {(isStuck(outboxEntry) || (outboxEntry.state === 'kept' && isSending)) && (
            <div className="mt-5">
              <TryAgain {...retryMail(outboxEntry)} onGone={() => facts.current?.focus()} />
            </div>
          )}
          {outboxEntry.kept && <KeptMail kept={outboxEntry.kept} />}
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
