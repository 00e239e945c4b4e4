import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '#app/api/call.ts'
import { RoomHeading } from '#app/screens/desk/parts/room-heading.tsx'
import { SetupNotes } from '#app/screens/desk/parts/setup-notes.tsx'
import { WorkList } from '#app/screens/desk/parts/work-list.tsx'
import { OutboxEntryDialog } from './delivery-dialog.tsx'
import { OutboxEntryLine } from './delivery-line.tsx'
import { outboxEntriesKey, outboxEntriesOf, mailSetup } from './delivery-queries.ts'
import { stateWords } from './delivery-words.ts'

/**
 * The admin area's section on mails: for each person and event what was sent and when, what failed and why,
 * when it is tried next, and 'Try again', one by one or all at once. For administrators only.
 */
export function OutboxList() {
  const setup = useQuery(mailSetup).data
  const [openId, setOpenId] = useState<number>()
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <section aria-labelledby="messages-heading">
      <RoomHeading ref={heading} id="messages-heading">
        Messages
      </RoomHeading>
      <p className="mt-2 max-w-reading text-muted">
        Every mail that was or is to be sent, newest first, and what became of it.
      </p>
      {setup && (
        <p className="mt-4 text-small wrap-anywhere text-muted">
          {setup.isSending ? 'Mails go out from ' : 'Mails would go out from '}
          <span className="font-semibold text-ink">{setup.from}</span>; their links lead to{' '}
          <span className="font-semibold text-ink">{setup.origin}</span>.
        </p>
      )}
      <SetupNotes notes={setup?.notes} />
      <WorkList
        name="messages"
        label="Messages, newest first"
        nothing={{
          yet: 'Nothing was sent yet. The first registration brings the first message.',
          found: 'No messages match.',
        }}
        states={{ label: 'State', words: stateWords }}
        hasEvents
        pagesOf={outboxEntriesOf}
        linesOf={({ deliveries: outboxEntries }) =>
          outboxEntries.map((outboxEntry) => (
            <OutboxEntryLine key={outboxEntry.id} outboxEntry={outboxEntry} onOpen={setOpenId} />
          ))
        }
        againAll={({ eventId, search, state = 'failed' }, counts) =>
          (state === 'failed' || state === 'waiting') &&
          counts[state] > 0 && {
            label: 'Try all again',
            subject: `${counts[state] === 1 ? 'The' : 'Every'} ${state} message`,
            retry: () =>
              call('POST /api/admin/messages/try-again', { body: { state, eventId, search } }),
            queryKey: outboxEntriesKey,
          }
        }
        onGone={() => heading.current?.focus()}
      />
      {openId !== undefined && (
        <OutboxEntryDialog
          key={openId}
          id={openId}
          isSending={setup?.isSending ?? false}
          onClose={() => setOpenId(undefined)}
        />
      )}
    </section>
  )
}
