import { useState, type ComponentProps } from 'react'
import { wrongFields } from '#client/api/call.ts'
import { Field } from '#client/ui/field.tsx'
import { DialogFormEnd } from './dialog-form-end.tsx'

type PublishFormProps = Pick<ComponentProps<typeof DialogFormEnd>, 'sending' | 'onClose'> & {
  /** A sentence that says who can see the note, such as 'Visitors never see it.' */
  noteIsFor: string
  onPublish: (note: string) => void
}

/** The end of a dialog that publishes a draft: a note for the version history, and the publish button. */
export function PublishForm({ noteIsFor, sending, onPublish, onClose }: PublishFormProps) {
  const [note, setNote] = useState('')
  const noteError = wrongFields(sending.error).find(({ field }) => field === 'note')?.message
  return (
    <form
      noValidate
      className="mt-5 grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (!sending.isPending) onPublish(note)
      }}
    >
      <Field
        label="Note"
        description={`Shown in the history of versions. ${noteIsFor}`}
        maxLength={200}
        value={note}
        error={noteError}
        onChange={({ target }) => setNote(target.value)}
      />
      <DialogFormEnd
        sending={sending}
        isAtField={noteError !== undefined}
        button={{ idle: 'Publish now', pending: 'Publishing...' }}
        onClose={onClose}
      />
    </form>
  )
}
