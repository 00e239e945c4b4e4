import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'

type SaveDialogProps = {
  title: string
  /** Sentences: who is written to. */
  consequences: string[]
  onSave: () => void
  onClose: () => void
}

/** Asks before a date goes out to people by saving it, as every move of the status asks. */
export function SaveDialog({ title, consequences, onSave, onClose }: SaveDialogProps) {
  return (
    <Dialog
      title="Confirm the date?"
      description={<p className="font-semibold wrap-anywhere text-ink">{title}</p>}
      onClose={onClose}
    >
      <ul className="mt-5 list-disc space-y-2 pl-5">
        {consequences.map((consequence) => (
          <li key={consequence}>{consequence}</li>
        ))}
      </ul>
      <div className="mt-7 flex flex-wrap gap-3">
        <Button onClick={onSave}>Save and tell them</Button>
        <Button variant="secondary" data-autofocus onClick={onClose}>
          Not yet
        </Button>
      </div>
    </Dialog>
  )
}
