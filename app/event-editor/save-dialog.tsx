import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { CausedMails } from '#features/events/admin/caused-mails.tsx'
import type { SavePreview } from './save-event.ts'

function titleOfQuestion({ saving, about }: SavePreview) {
  if ('changes' in about && about.changes.publishAt === null) return 'Publish and tell people?'
  return saving.length > 0 ? 'Confirm the date?' : 'Save and tell people?'
}

type SaveDialogProps = {
  title: string
  preview: SavePreview
  onSave: () => void
  onClose: () => void
}

/** Asks before anything goes out to people by saving, as every move of the status asks. */
export function SaveDialog({ title, preview, onSave, onClose }: SaveDialogProps) {
  const { saving, mails, isSending, about } = preview
  return (
    <Dialog
      title={titleOfQuestion(preview)}
      description={<p className="font-semibold wrap-anywhere text-ink">{title}</p>}
      onClose={onClose}
    >
      {saving.length > 0 && (
        <ul className="mt-5 list-disc space-y-2 pl-5">
          {saving.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      <CausedMails {...{ mails, isSending, about }} />
      <div className="mt-7 flex flex-wrap gap-3">
        <Button onClick={onSave}>Save and tell them</Button>
        <Button variant="secondary" data-autofocus onClick={onClose}>
          Not yet
        </Button>
      </div>
    </Dialog>
  )
}
