import type { Person } from '#shared/contract/people.ts'
import { call } from '#app/api/call.ts'
import { downloadText } from '#app/components/download-text.ts'
import { ActDialog } from './act-dialog.tsx'

type ExportDialogProps = { person: Person; onDone: () => void; onClose: () => void }

/** Everything that is kept of somebody as one file, for them to take along. */
export function ExportDialog({ person, onDone, onClose }: ExportDialogProps) {
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
