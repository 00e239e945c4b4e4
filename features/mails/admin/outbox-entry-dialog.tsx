import { useQuery } from '@tanstack/react-query'
import { useRef, useId } from 'react'
import { Fact, PersonLink } from '#client/admin/person-cell.tsx'
import { RetryButton } from '#client/admin/retry-button.tsx'
import { useFormatInstant } from '#client/admin/use-format-instant.ts'
import { LoadFailed } from '#client/page/load-failed.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { mailNames } from '#kernel/mail-kinds.ts'
import {
  outboxEntryOf,
  stateWords,
  describeOutboxEntry,
  isStuck,
  retryMail,
} from './outbox-entries.ts'

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
              <RetryButton {...retryMail(outboxEntry)} onGone={() => facts.current?.focus()} />
            </div>
          )}
          {outboxEntry.kept && <KeptMail kept={outboxEntry.kept} />}
        </>
      )}
    </Dialog>
  )
}

/** An address in plain text, to the next space. */
const address = /(https?:\/\/\S+)/

/**
 * A mail as it would have gone out: its HTML in a frame that runs nothing and reaches nothing, its
 * plain text beside, with links that can be followed.
 */
function KeptMail({ kept }: { kept: { subject: string; text: string; html: string } }) {
  const headings = useId()
  return (
    <div className="mt-6 border-t border-line pt-6">
      <h3 dir="auto" className="text-subheading wrap-anywhere">
        {kept.subject}
      </h3>
      <div className="mt-4 grid gap-6 lg:grid-cols-2">
        <section aria-labelledby={`${headings}-html`} className="min-w-0">
          <h4 id={`${headings}-html`} className="text-small font-semibold text-muted">
            As it looks
          </h4>
          <iframe
            title={`The mail: ${kept.subject}`}
            sandbox=""
            srcDoc={kept.html}
            className="mt-2 h-136 w-full rounded-md border border-line bg-surface"
          />
        </section>
        <section aria-labelledby={`${headings}-text`} className="min-w-0">
          <h4 id={`${headings}-text`} className="text-small font-semibold text-muted">
            Plain text
          </h4>
          {/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- it scrolls: the keyboard must reach it */}
          <pre
            tabIndex={0}
            dir="auto"
            aria-labelledby={`${headings}-text`}
            className="mt-2 h-136 overflow-y-auto rounded-md border border-line bg-sunken p-4 font-mono text-caption wrap-anywhere whitespace-pre-wrap"
          >
            {kept.text.split(address).map((part, index) =>
              index % 2 === 1 ? (
                <a
                  key={`${index} ${part}`}
                  href={part}
                  target="_blank"
                  rel="noopener"
                  className="text-glow underline underline-offset-2"
                >
                  {part}
                </a>
              ) : (
                part
              ),
            )}
          </pre>
        </section>
      </div>
    </div>
  )
}
