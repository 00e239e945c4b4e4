import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { DialogFormEnd } from '#client/admin/dialog-form-end.tsx'
import { refusedWith, wrongFields } from '#client/api/call.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { Field } from '#client/ui/field.tsx'
import { showToast } from '#client/ui/toast-store.ts'
import type { SiteBase } from './site-draft.ts'
import { usePublish, type SiteState } from './site-queries.ts'
import { Differing } from './site-standing.tsx'

type PublishDialogProps = {
  site: SiteState
  base: SiteBase
  /** Somebody saved since. */
  onStale: (error: unknown) => void
  onClose: () => void
}

/** Says what visitors will see otherwise, and takes a note for the history. */
export function PublishDialog({ site, base, onStale, onClose }: PublishDialogProps) {
  const [note, setNote] = useState('')
  const { revalidate } = useRevalidator()
  const publish = usePublish(() => {
    onClose()
    // The series' name stands above this very page.
    void revalidate()
    showToast({ title: 'Site Published', description: 'Visitors see it from now on.' })
  })
  const noteError = wrongFields(publish.error).find(({ field }) => field === 'note')?.message

  return (
    <Dialog
      title="Publish the site?"
      description={<Differing site={site} base={base} />}
      onClose={onClose}
    >
      <form
        noValidate
        className="mt-5 grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          if (publish.isPending) return
          publish.mutate(
            { version: base.version, note },
            {
              onError(error) {
                if (!refusedWith(error, 'site_changed')) return
                onClose()
                onStale(error)
              },
            },
          )
        }}
      >
        <Field
          label="Note"
          description="For the history: what this version is about. Visitors never see it."
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
