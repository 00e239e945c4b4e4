import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Person } from '#shared/contract/people.ts'
import { call } from '#app/api/call.ts'
import { Button } from '#app/ui/button.tsx'
import { ActDialog } from './act-dialog.tsx'
import { CorrectDialog } from './correct-dialog.tsx'
import { ExportDialog } from './export-dialog.tsx'
import { UnsubscribeDialog } from './unsubscribe-dialog.tsx'

type PersonActsProps = { person: Person; onDone: () => void }

/** What can be done about a person as a whole; each says first what it brings about. */
export function PersonActs({ person, onDone }: PersonActsProps) {
  const navigate = useNavigate()
  const [opened, setOpened] = useState<'correct' | 'unsubscribe' | 'export' | 'erase'>()
  const close = { onClose: () => setOpened(undefined) }
  return (
    <div className="mt-5 flex flex-wrap gap-3">
      <Button variant="secondary" onClick={() => setOpened('correct')}>
        Correct
      </Button>
      <Button variant="secondary" onClick={() => setOpened('unsubscribe')}>
        Unsubscribe
      </Button>
      <Button variant="secondary" onClick={() => setOpened('export')}>
        Export
      </Button>
      <Button variant="danger" onClick={() => setOpened('erase')}>
        Erase
      </Button>
      {opened === 'correct' && <CorrectDialog {...{ person, onDone }} {...close} />}
      {opened === 'unsubscribe' && <UnsubscribeDialog {...{ person, onDone }} {...close} />}
      {opened === 'export' && <ExportDialog {...{ person, onDone }} {...close} />}
      {opened === 'erase' && (
        <ActDialog
          title="Erase this person?"
          description={person.email}
          label="Erase for good"
          pendingLabel="Erasing..."
          isDangerous
          gone={person.key}
          act={() => call('DELETE /api/admin/people/:key', { params: { key: person.key } })}
          done={({ number }) => ({
            title: 'Person Erased',
            description: `What Zoom and MailerLite made of it is kept under number ${number}.`,
          })}
          onDone={() => navigate('/admin/people', { replace: true })}
          {...close}
        >
          <p>
            Everything that is kept of them goes: registrations, access to the library, mails, what
            they watched, consents and sessions. Zoom and MailerLite are told to forget them.
          </p>
          <p>
            The figures stay as they are, without them. A later import leaves them out, and copies
            of the database lose them when they are restored.
          </p>
          <p className="font-semibold">This cannot be undone.</p>
        </ActDialog>
      )}
    </div>
  )
}
