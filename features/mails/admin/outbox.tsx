import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { SetupNotes, PageHeading } from '#client/admin/page-heading.tsx'
import { PersonCell } from '#client/admin/person-cell.tsx'
import { useFormatInstant } from '#client/admin/use-format-instant.ts'
import { WorkLine } from '#client/admin/work-line.tsx'
import { WorkList } from '#client/admin/work-list.tsx'
import { call } from '#client/api/call.ts'
import { Button } from '#client/ui/button.tsx'
import { EventSelect } from '#features/events/admin/event-select.tsx'
import type { ListedEntry } from '#features/mails/contract.ts'
import { mailNames } from '#kernel/mail-kinds.ts'
import { writeCount } from '#kernel/write-count.ts'
import {
  outboxEntriesKey,
  outboxEntriesOf,
  outboxColumns,
  mailSetup,
  stateLabels,
  describeOutboxEntry,
  isStuck,
  retryMail,
} from './outbox-entries.ts'
import { OutboxEntryDialog } from './outbox-entry-dialog.tsx'

/**
 * Admin page of the outbox. Lists mails with recipient, event, state, failure reason and next attempt; 'Try
 * again' retries one mail, or all mails that failed or wait.
 */
export function Outbox() {
  const setup = useQuery(mailSetup).data
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <section aria-labelledby="messages-heading">
      <PageHeading ref={heading} id="messages-heading">
        Sent email
      </PageHeading>
      <p className="mt-2 max-w-reading text-muted">
        Every email that was sent or is waiting, newest first.
      </p>
      {setup && (
        <p className="mt-4 text-small wrap-anywhere text-muted">
          Sender: <span className="font-semibold text-ink">{setup.from}</span> · Links in emails
          lead to: <span className="font-semibold text-ink">{setup.origin}</span>
        </p>
      )}
      <SetupNotes notes={setup?.notes} />
      <OutboxList onGone={() => heading.current?.focus()} />
    </section>
  )
}

type OutboxListProps = {
  /** Id of an event; the list then contains only mails about that event. */
  ofEvent?: number
  /** Called when the focused retry button disappears, so that the caller moves the focus. */
  onGone: () => void
}

export function OutboxList({ ofEvent, onGone }: OutboxListProps) {
  const setup = useQuery(mailSetup).data
  const [openId, setOpenId] = useState<number>()
  return (
    <>
      <WorkList
        name="messages"
        label="Emails, newest first"
        ofEvent={ofEvent}
        nothing={{
          yet: 'No emails yet.',
          found: 'No match.',
        }}
        states={{ label: 'State', words: stateLabels }}
        EventSelect={EventSelect}
        kinds={{ label: 'Kind', all: 'All kinds', names: mailNames }}
        pagesOf={outboxEntriesOf}
        rowsOf={({ deliveries: outboxEntries }) => outboxEntries}
        linesOf={(outboxEntries) =>
          outboxEntries.map((outboxEntry) => (
            <OutboxEntryLine key={outboxEntry.id} outboxEntry={outboxEntry} onOpen={setOpenId} />
          ))
        }
        csv={{ fileName: 'emails', columns: outboxColumns }}
        againAll={({ eventId, kind, search, state = 'failed' }, counts) =>
          (state === 'failed' || state === 'waiting') &&
          counts[state] > 0 && {
            label: state === 'failed' ? 'Retry all failed' : 'Send all waiting now',
            started: `Sending ${writeCount(counts[state], `${state} email`)}.`,
            retry: () =>
              call('POST /api/admin/messages/try-again', {
                body: { state, eventId, kind, search },
              }),
            queryKey: outboxEntriesKey,
          }
        }
        onGone={onGone}
      />
      {openId !== undefined && (
        <OutboxEntryDialog
          key={openId}
          id={openId}
          isSending={setup?.isSending ?? false}
          onClose={() => setOpenId(undefined)}
        />
      )}
    </>
  )
}

type OutboxEntryLineProps = { outboxEntry: ListedEntry; onOpen: (id: number) => void }

function OutboxEntryLine({ outboxEntry, onOpen }: OutboxEntryLineProps) {
  const format = useFormatInstant()
  const details = useRef<HTMLButtonElement>(null)
  const { id, kind, also, eventTitle, name, personKey, email, state } = outboxEntry
  return (
    <WorkLine
      label={`${mailNames[kind]} to ${email}`}
      grid="grid-cols-[minmax(0,1fr)_auto] lg:grid-cols-[minmax(0,5fr)_minmax(0,5fr)_minmax(0,8fr)_auto]"
      state={stateLabels[state]}
      stateWidth="lg:min-w-18"
      sentence={describeOutboxEntry(outboxEntry, format)}
      isBad={
        stateLabels[state].tone === 'danger' || (state === 'waiting' && outboxEntry.attempts > 0)
      }
      again={isStuck(outboxEntry) && retryMail(outboxEntry)}
      onGone={() => details.current?.focus()}
    >
      <p className="min-w-0 self-center">
        <span className="block font-semibold">{mailNames[kind]}</span>
        {eventTitle && <bdi className="block wrap-anywhere text-muted">{eventTitle}</bdi>}
        {also.map((told) => (
          <span key={told.id} className="mt-1 block wrap-anywhere">
            and {mailNames[told.kind]}
            {told.eventTitle && told.eventTitle !== eventTitle && (
              <bdi className="block text-muted">{told.eventTitle}</bdi>
            )}
          </span>
        ))}
      </p>
      <Button
        ref={details}
        variant="quiet"
        className="px-1! text-small! lg:order-last"
        aria-label={`Details of the email to ${email}`}
        onClick={() => onOpen(id)}
      >
        Details
      </Button>
      <PersonCell {...{ personKey, name, email }} />
    </WorkLine>
  )
}
