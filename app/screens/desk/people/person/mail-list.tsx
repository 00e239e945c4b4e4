import { useState } from 'react'
import type { Person } from '#shared/contract/people.ts'
import { mailNames } from '#shared/messages.ts'
import { call } from '#app/api/call.ts'
import { stateWords } from '#app/screens/desk/messages/delivery-words.ts'
import { TryAgain } from '#app/screens/desk/parts/try-again.tsx'
import { useFormatInstant } from '#app/screens/desk/parts/use-format-instant.ts'
import { personOf } from './people-queries.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { ActDialog } from './act-dialog.tsx'

type Mail = Person['deliveries'][number]

const most = 10

type MailListProps = { person: Person; onDone: () => void }

/** What somebody was or is to be sent, newest first; what failed can be tried, what was sent sent again. */
export function MailList({ person, onDone }: MailListProps) {
  const [opened, setOpened] = useState<Mail>()
  const [isWhole, setIsWhole] = useState(false)
  const { deliveries: outboxEntries } = person
  if (outboxEntries.length === 0) return <p className="text-muted">No mails yet.</p>
  return (
    <>
      <Card>
        <ul aria-label="Mails, newest first">
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
          Show all {outboxEntries.length.toLocaleString('en-GB')} mails
        </Button>
      )}
      {opened && (
        <ActDialog
          title="Send it again?"
          description={describe(opened)}
          label="Send again"
          pendingLabel="Sending..."
          act={() => call('POST /api/admin/messages/:id/send-again', { params: { id: opened.id } })}
          done={() => ({ title: 'On Its Way', description: `A new mail to ${person.email}` })}
          onDone={onDone}
          onClose={() => setOpened(undefined)}
        >
          <p>
            A new mail goes to {person.email}, as it reads today, with links of its own. The first
            one stays in the list.
          </p>
          <p className="text-muted">
            If it is no longer true, as after the event, it is left out and the list says why.
          </p>
        </ActDialog>
      )}
    </>
  )
}

const describe = ({ kind, eventTitle }: Mail) =>
  [mailNames[kind], eventTitle].filter(Boolean).join(', ')

type LineProps = { mail: Mail; personKey: string; onOpen: () => void; onDone: () => void }

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
          <Badge tone={stateWords[state].tone}>{stateWords[state].name}</Badge>
        </p>
        <p className={`wrap-anywhere figures ${isStuck ? 'text-danger' : 'text-muted'}`}>
          {format(sentAt ?? createdAt)}
          {lastError && `: ${lastError}`}
        </p>
      </div>
      {isStuck && (
        <TryAgain
          subject="The mail"
          retry={() => call('POST /api/admin/messages/:id/try-again', { params: { id } })}
          queryKey={personOf(personKey).queryKey}
          onGone={onDone}
        />
      )}
      {isRepeatable && (
        <Button variant="secondary" className="px-3! text-small!" onClick={onOpen}>
          Send again
        </Button>
      )}
    </li>
  )
}
