import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { CausedMails } from '#features/events/admin/caused-mails.tsx'
import type { SavePreview } from './save-event.ts'

function titleOfQuestion({ saving, about }: SavePreview) {
  if ('changes' in about && about.changes.publishAt === null) return 'Publish and email people?'
  return saving.length > 0 ? 'Confirm the date?' : 'Save and email people?'
}

type SaveDialogProps = {
  /** Title of the event. */
  title: string
  preview: SavePreview
  save: () => void
  close: () => void
}

/** Asks for confirmation if saving an event has consequences, such as sending emails. */
export function SaveDialog({ title, preview, save, close }: SaveDialogProps) {
  const { saving, mails, isSending, about } = preview
  return (
    <Dialog
      title={titleOfQuestion(preview)}
      description={<p className="font-semibold wrap-anywhere text-ink">{title}</p>}
      onClose={close}
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
        <Button onClick={save}>
          {mails.length > 0 ? 'Save and send emails' : 'Confirm and save'}
        </Button>
        <Button variant="secondary" data-autofocus onClick={close}>
          Back
        </Button>
      </div>
    </Dialog>
  )
}
