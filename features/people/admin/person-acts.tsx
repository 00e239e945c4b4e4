import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ForRole } from '#client/admin/for-role.tsx'
import { call } from '#client/api/call.ts'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { downloadText } from '#client/ui/download-text.ts'
import type { Person } from '#features/people/contract.ts'
import { topics, type Topic } from '#kernel/values.ts'
import { ActDialog } from './act-dialog.tsx'
import { CorrectDialog } from './correct-dialog.tsx'

/**
 * Renders the buttons for actions on a whole person, such as exporting and erasing, each with a
 * confirmation dialog.
 */
export function PersonActs({ person, onDone }: { person: Person; onDone: () => void }) {
  const navigate = useNavigate()
  const [opened, setOpened] = useState<'correct' | 'unsubscribe' | 'export' | 'erase'>()
  const close = { onClose: () => setOpened(undefined) }
  return (
    <ForRole needs="editor">
      <div className="mt-5 flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => setOpened('correct')}>
          Edit name or email
        </Button>
        <Button variant="secondary" onClick={() => setOpened('unsubscribe')}>
          Unsubscribe
        </Button>
        <Button variant="secondary" onClick={() => setOpened('export')}>
          Export
        </Button>
        <ForRole needs="owner">
          <Button variant="danger" onClick={() => setOpened('erase')}>
            Erase
          </Button>
        </ForRole>
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
              description: `To see whether Zoom and MailerLite have deleted this person too, open Erasures, entry ${number}.`,
            })}
            onDone={() => navigate('/admin/people', { replace: true })}
            {...close}
          >
            <p>
              Deletes registrations, video access, emails, viewing history and consent, here and at
              Zoom and MailerLite.
            </p>
            <p>
              Statistics keep anonymous totals. Later imports skip this person. If you restore a
              backup, this person is erased again.
            </p>
            <p className="font-semibold">This cannot be undone.</p>
          </ActDialog>
        )}
      </div>
    </ForRole>
  )
}

const words: Record<Topic, { label: string; description: string }> = {
  news: { label: 'News', description: 'Newsletters and emails about new recordings.' },
  reminders: { label: 'Reminders', description: 'Emails before an event.' },
}

type PersonDialogProps = { person: Person; onDone: () => void; onClose: () => void }

/**
 * Renders the dialog with which an organiser unsubscribes a person from selected topics of mail, at the
 * person's request.
 */
function UnsubscribeDialog({ person, onDone, onClose }: PersonDialogProps) {
  const left = person.unsubscriptions.map(({ topic }) => topic)
  const [chosen, setChosen] = useState<Topic[]>([])
  return (
    <ActDialog
      title="Unsubscribe this person?"
      description={person.email}
      label="Unsubscribe"
      pendingLabel="Unsubscribing..."
      isPossible={chosen.length > 0}
      act={() =>
        call('POST /api/admin/people/:key/unsubscribe', {
          params: { key: person.key },
          body: { topics: chosen },
        })
      }
      done={() => ({ title: 'Unsubscribed', description: person.email })}
      {...{ onDone, onClose }}
    >
      <fieldset>
        <legend className="text-small font-semibold">Unsubscribe from</legend>
        {topics.map((topic) => (
          <Checkbox
            key={topic}
            {...words[topic]}
            label={
              left.includes(topic)
                ? `${words[topic].label} (already unsubscribed)`
                : words[topic].label
            }
            disabled={left.includes(topic)}
            checked={left.includes(topic) || chosen.includes(topic)}
            onChange={({ target }) =>
              setChosen(target.checked ? [...chosen, topic] : chosen.filter((one) => one !== topic))
            }
          />
        ))}
      </fieldset>
      <p>
        You cannot undo this. The person can subscribe again by a link in an email or on their
        account page.
      </p>
    </ActDialog>
  )
}

/** Renders the dialog that downloads everything stored about the person as one JSON file for them. */
function ExportDialog({ person, onDone, onClose }: PersonDialogProps) {
  return (
    <ActDialog
      title="Export all data of this person?"
      description={person.email}
      label="Download as JSON"
      pendingLabel="Exporting..."
      act={async () => {
        const all = await call('GET /api/admin/people/:key/export', { params: { key: person.key } })
        downloadText(`person-${person.key}.json`, JSON.stringify(all, null, 2), 'application/json')
      }}
      done={() => ({ title: 'Exported', description: 'The file is in your downloads.' })}
      {...{ onDone, onClose }}
    >
      <p>
        One file with all their data and an explanation of each part. Give it only to this person.
        The activity log records the export.
      </p>
    </ActDialog>
  )
}
