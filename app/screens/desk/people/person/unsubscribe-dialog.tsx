import { useState } from 'react'
import type { Person } from '#shared/contract/people.ts'
import { topics, type Topic } from '#shared/messages.ts'
import { call } from '#app/api/call.ts'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { ActDialog } from './act-dialog.tsx'

const words: Record<Topic, { label: string; description: string }> = {
  news: { label: 'News', description: 'Updates, new recordings and the mailing list.' },
  reminders: { label: 'Reminders', description: 'A day and an hour before an event.' },
}

type UnsubscribeDialogProps = { person: Person; onDone: () => void; onClose: () => void }

/** For somebody who asked the organiser: from what they want no more mails. */
export function UnsubscribeDialog({ person, onDone, onClose }: UnsubscribeDialogProps) {
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
