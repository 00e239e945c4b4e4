import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { MailView } from '#client/admin/mail-view.tsx'
import { Fact, PersonLink } from '#client/admin/person-cell.tsx'
import { RetryButton } from '#client/admin/retry-button.tsx'
import { useFormatInstant } from '#client/admin/use-format-instant.ts'
import { LoadFailed } from '#client/page/load-failed.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { mailNames } from '#kernel/mail-kinds.ts'
import {
  outboxEntryOf,
  stateLabels,
  describeOutboxEntry,
  isStuck,
  retryMail,
} from './outbox-entries.ts'

type MailHeadersProps = { headers: { name: string; value: string }[] }

function MailHeaders({ headers }: MailHeadersProps) {
  if (headers.length === 0) return null
  return (
    <section aria-labelledby="mail-headers" className="mt-6 border-t border-line pt-6">
      <h3 id="mail-headers" className="text-subheading">
        Headers
      </h3>
      <dl className="mt-3 grid gap-x-6 gap-y-1.5 text-small sm:grid-cols-[auto_minmax(0,1fr)]">
        {headers.map(({ name, value }) => (
          <div key={name} className="contents max-sm:block">
            <dt className="text-muted">{name}</dt>
            <dd dir="auto" className="wrap-anywhere max-sm:mb-1.5">
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

type OutboxEntryDialogProps = { id: number; isSending: boolean; onClose: () => void }

/** Dialog with the details of an outbox entry, and the text of its mail if it is still available. */
export function OutboxEntryDialog({ id, isSending, onClose }: OutboxEntryDialogProps) {
  const { data: outboxEntry, isPending, error, refetch } = useQuery(outboxEntryOf(id))
  const format = useFormatInstant()
  const facts = useRef<HTMLDListElement>(null)
  const title = outboxEntry ? mailNames[outboxEntry.kind] : 'Email'
  return (
    <Dialog title={title} size="wide" onClose={onClose}>
      {isPending && <output className="mt-4 block text-muted">Loading email...</output>}
      {error && (
        <LoadFailed
          error={error}
          message="The email could not be loaded. Please try again."
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
              <bdi>{outboxEntry.eventTitle ?? 'No event'}</bdi>
            </Fact>
            <Fact name="State">
              <span className="flex flex-wrap items-center gap-2">
                <Badge tone={stateLabels[outboxEntry.state].tone}>
                  {stateLabels[outboxEntry.state].name}
                </Badge>
                <span>{describeOutboxEntry(outboxEntry, format)}</span>
              </span>
            </Fact>
            <Fact name="Planned">{format(outboxEntry.createdAt)}</Fact>
            {outboxEntry.triedAt && (
              <Fact name="Last try">
                {`${format(outboxEntry.triedAt)} (try ${outboxEntry.attempts})`}
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
              <RetryButton {...retryMail(outboxEntry)} onGone={() => facts.current?.focus()} />
            </div>
          )}
          <MailHeaders headers={outboxEntry.headers} />
          {outboxEntry.kept && <MailView mail={outboxEntry.kept} />}
          {!outboxEntry.kept && outboxEntry.state === 'sent' && (
            <p className="mt-6 border-t border-line pt-6 text-muted">
              The text of this email is no longer available, because its event, recipient or wording
              has changed since, or because it contained a sign-in code.
            </p>
          )}
        </>
      )}
    </Dialog>
  )
}
