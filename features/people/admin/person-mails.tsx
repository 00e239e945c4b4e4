import { useState } from 'react'
import { ForRole } from '#client/admin/for-role.tsx'
import { RetryButton } from '#client/admin/retry-button.tsx'
import { useFormatInstant } from '#client/admin/use-format-instant.ts'
import { call } from '#client/api/call.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { stateLabels } from '#features/mails/admin/outbox-entries.ts'
import type { Person } from '#features/people/contract.ts'
import { mailNames } from '#kernel/mail-kinds.ts'
import { ActDialog } from './act-dialog.tsx'
import { personOf } from './people-queries.ts'

type Mail = Person['deliveries'][number]
type ListedMail = Mail & { also: Mail[] }

const most = 10

/**
 * Renders the mails that the person received or will receive, newest first. The organiser can retry failed
 * mails and send sent ones again.
 */
export function PersonMails({ person, onDone }: { person: Person; onDone: () => void }) {
  const [opened, setOpened] = useState<ListedMail>()
  const [isWhole, setIsWhole] = useState(false)
  const outboxEntries = groupByMail(person.deliveries)
  if (outboxEntries.length === 0) return <p className="text-muted">No emails yet.</p>
  return (
    <>
      <Card>
        <ul aria-label="Emails, newest first">
          {outboxEntries.slice(0, isWhole ? undefined : most).map((mail) => (
            <Line
              key={mail.id}
              {...{ mail, onDone }}
              personKey={person.key}
              onOpen={() => setOpened(mail)}
            />
          ))}
        </ul>
      </Card>
      {!isWhole && outboxEntries.length > most && (
        <Button variant="secondary" className="mt-4" onClick={() => setIsWhole(true)}>
          Show all {outboxEntries.length.toLocaleString('en-GB')} emails
        </Button>
      )}
      {opened && (
        <ActDialog
          title="Send this email again?"
          description={describe(opened)}
          label="Send again"
          pendingLabel="Sending..."
          act={() => call('POST /api/admin/messages/:id/send-again', { params: { id: opened.id } })}
          done={() => ({ title: 'Email Queued', description: `${person.email} gets a new email.` })}
          onDone={onDone}
          onClose={() => setOpened(undefined)}
        >
          <p>{`${person.email} gets a new email with the current text and new links.`}</p>
          <p className="text-muted">
            If the email is out of date, for example after the event, it is not sent.
          </p>
        </ActDialog>
      )}
    </>
  )
}

/**
 * Combines notifications that were sent in one mail to one row. A notification in another state than the mail, such as
 * a cancelled one, gets a row of its own.
 */
function groupByMail(rows: Mail[]): ListedMail[] {
  const byId = new Map(rows.map((row) => [row.id, { ...row, also: [] as Mail[] }]))
  return rows.flatMap((row) => {
    const carrier = row.carriedBy === null ? undefined : byId.get(row.carriedBy)
    if (carrier?.state !== row.state) return [byId.get(row.id)!]
    carrier.also.push(row)
    return []
  })
}

const describeOne = ({ kind, eventTitle }: Mail) =>
  [mailNames[kind], eventTitle].filter(Boolean).join(', ')
const describe = (mail: ListedMail) => [mail, ...mail.also].map(describeOne).join('; ')

type LineProps = { mail: ListedMail; personKey: string; onOpen: () => void; onDone: () => void }

function Line({ mail, personKey, onOpen, onDone }: LineProps) {
  const format = useFormatInstant()
  const { id, kind, state, lastError, sentAt, createdAt } = mail
  const isStuck =
    state === 'failed' || state === 'unknown' || (state === 'waiting' && lastError !== null)
  const isRepeatable = (state === 'sent' || state === 'kept') && kind !== 'sign_in_code'
  return (
    <li
      aria-label={describe(mail)}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-4 py-3 text-small first:border-t-0 sm:px-5"
    >
      <div className="min-w-0 grow basis-56">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <bdi className="font-semibold wrap-anywhere">{describe(mail)}</bdi>
          <Badge tone={stateLabels[state].tone}>{stateLabels[state].name}</Badge>
        </p>
        <p className={`wrap-anywhere figures ${isStuck ? 'text-danger' : 'text-muted'}`}>
          {format(sentAt ?? createdAt)}
          {lastError && <span>{`: ${lastError}`}</span>}
        </p>
      </div>
      {isStuck && (
        <RetryButton
          started="Sending the email again."
          retry={() => call('POST /api/admin/messages/:id/try-again', { params: { id } })}
          queryKey={personOf(personKey).queryKey}
          onGone={onDone}
        />
      )}
      {isRepeatable && (
        <ForRole needs="editor">
          <Button variant="secondary" className="px-3! text-small!" onClick={onOpen}>
            Send again
          </Button>
        </ForRole>
      )}
    </li>
  )
}

type BounceNoteProps = { person: Person; bounce: NonNullable<Person['bounce']>; onDone: () => void }

/** Renders a note that mails to the person bounce and are suspended, with a button that resumes them. */
export function BounceNote({ person, bounce, onDone }: BounceNoteProps) {
  const format = useFormatInstant()
  const [isOpen, setOpen] = useState(false)
  return (
    <section
      aria-labelledby="bounce-heading"
      className="mt-5 max-w-reading rounded-md border border-danger px-5 py-4 text-small"
    >
      <h2 id="bounce-heading" className="text-subheading text-danger">
        Emails to this address bounce
      </h2>
      <p className="mt-2 wrap-anywhere figures">
        {`No emails have been sent to this address since ${format(bounce.notedAt)}. `}
        <bdi>{bounce.reason}</bdi>
      </p>
      <p className="mt-2 text-muted">
        {bounce.isLasting
          ? 'This is permanent. If the address is misspelt, correct it below.'
          : 'This may be temporary. Emails are sent again when this person registers again.'}
      </p>
      <ForRole needs="editor">
        <Button variant="secondary" className="mt-3" onClick={() => setOpen(true)}>
          Send to this address again
        </Button>
      </ForRole>
      {isOpen && (
        <ActDialog
          title="Send to this address again?"
          description={person.email}
          label="Send to this address again"
          pendingLabel="Saving..."
          act={() => call('DELETE /api/admin/people/:key/bounce', { params: { key: person.key } })}
          done={() => ({ title: 'Address Unblocked', description: person.email })}
          onDone={onDone}
          onClose={() => setOpen(false)}
        >
          <p>
            Emails go to this address again. Failed emails are not repeated automatically. You can
            send each of them again below.
          </p>
          <p>If an email bounces, the address is blocked again.</p>
        </ActDialog>
      )}
    </section>
  )
}
