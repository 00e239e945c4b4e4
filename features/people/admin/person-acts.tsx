import { useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '#client/api/call.ts'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { downloadText } from '#client/ui/download-text.ts'
import type { Person } from '#features/people/contract.ts'
import { topics, type Topic } from '#kernel/values.ts'
import { ActDialog } from './act-dialog.tsx'
import { CorrectDialog } from './correct-dialog.tsx'

/** Renders the actions on a person as a whole, each with a confirmation dialog. */
export function PersonActs({ person, onDone }: { person: Person; onDone: () => void }) {
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

const words: Record<Topic, { label: string; description: string }> = {
  news: { label: 'News', description: 'Updates, new recordings and the mailing list.' },
  reminders: { label: 'Reminders', description: 'A day and an hour before an event.' },
}

type PersonDialogProps = { person: Person; onDone: () => void; onClose: () => void }

/** Unsubscribes a person who asked the organiser for it, from selected topics. */
function UnsubscribeDialog({ person, onDone, onClose }: PersonDialogProps) {
  const left = person.unsubscriptions.map(({ topic }) => topic)
  const [chosen, setChosen] = useState<Topic[]>([])
  return (
    <ActDialog
      title="Unsubscribe them?"
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
        <legend className="text-small font-semibold">They want no more of</legend>
        {topics.map((topic) => (
          <Checkbox
            key={topic}
            {...words[topic]}
            label={
              left.includes(topic) ? `${words[topic].label} (left already)` : words[topic].label
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
        Only they can take it back: by a link in a mail, or on their own page. No import and no form
        undoes it.
      </p>
    </ActDialog>
  )
}

/** Downloads everything stored about the person as one file that they can keep. */
function ExportDialog({ person, onDone, onClose }: PersonDialogProps) {
  return (
    <ActDialog
      title="Export everything of theirs?"
      description={person.email}
      label="Download as JSON"
      pendingLabel="Gathering..."
      act={async () => {
        const all = await call('GET /api/admin/people/:key/export', { params: { key: person.key } })
        downloadText(`person-${person.key}.json`, JSON.stringify(all, null, 2), 'application/json')
      }}
      done={() => ({ title: 'Exported', description: 'The file is among your downloads.' })}
      {...{ onDone, onClose }}
    >
      <p>
        One file with every row that is kept of them and what each part is. It holds personal data:
        hand it to nobody else. The log notes that it was made, not what is in it.
      </p>
    </ActDialog>
  )
}
