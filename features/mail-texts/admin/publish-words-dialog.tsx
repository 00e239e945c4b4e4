import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DialogFormEnd } from '#client/admin/dialog-form-end.tsx'
import { call, wrongFields } from '#client/api/call.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { Field } from '#client/ui/field.tsx'
import { showToast } from '#client/ui/toast-store.ts'
import { mailNames } from '#kernel/mail-kinds.ts'
import { mailTexts, useReadAnew } from './mail-text-queries.ts'

/** Says which mails will say something else, and takes a note for the history. */
export function PublishWordsDialog({ onClose }: { onClose: () => void }) {
  const [note, setNote] = useState('')
  const readAnew = useReadAnew()
  const { data } = useQuery({ ...mailTexts, refetchOnMount: 'always' })
  const changed = (data?.kinds ?? []).filter(({ unpublished }) => unpublished.length > 0)
  const publish = useMutation({
    mutationFn: (version: number) =>
      call('POST /api/admin/mail-texts/publish', { body: { version, note } }),
    async onSuccess() {
      await readAnew()
      onClose()
      showToast({ title: 'Words Published', description: 'Mails say them from now on.' })
    },
    // Somebody saved since: what is published by the next press is shown first.
    onError: () => void readAnew(),
  })
  const noteError = wrongFields(publish.error).find(({ field }) => field === 'note')?.message
  return (
    <Dialog
      title="Publish the words of your mails?"
      description={
        changed.length === 0
          ? 'The drafts say the same as what goes out.'
          : 'These say something else from now on, mails that wait to be sent included:'
      }
      onClose={onClose}
    >
      {changed.length > 0 && (
        <ul className="mt-3 list-disc pl-5 font-semibold">
          {changed.map(({ kind }) => (
            <li key={kind}>{mailNames[kind]}</li>
          ))}
        </ul>
      )}
      <form
        noValidate
        className="mt-5 grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          if (data && !publish.isPending) publish.mutate(data.version)
        }}
      >
        <Field
          label="Note"
          description="For the history: what this version is about. Nobody else sees it."
          maxLength={200}
          value={note}
          error={noteError}
          onChange={({ target }) => setNote(target.value)}
        />
        <DialogFormEnd
          sending={publish}
          isAtField={noteError !== undefined}
          button={{ idle: 'Publish now', pending: 'Publishing...' }}
          onClose={onClose}
        />
      </form>
    </Dialog>
  )
}
