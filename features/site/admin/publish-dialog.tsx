import { useRevalidator } from 'react-router'
import { PublishForm } from '#client/admin/publish-form.tsx'
import { refusedWith } from '#client/api/call.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { showToast } from '#client/ui/toast-store.ts'
import type { SiteBase } from './site-draft.ts'
import { usePublish, type SiteState } from './site-queries.ts'
import { Differing } from './site-standing.tsx'

type PublishDialogProps = {
  site: SiteState
  base: SiteBase
  /** Called with the error if another administrator saved the draft meanwhile. */
  onStale: (error: unknown) => void
  onClose: () => void
}

/** Renders the dialog that lists what publishing changes for visitors, and takes a note for the list of versions. */
export function PublishDialog({ site, base, onStale, onClose }: PublishDialogProps) {
  const { revalidate } = useRevalidator()
  const publish = usePublish(() => {
    onClose()
    // Reload the admin area's data, because its header shows the name of the series.
    void revalidate()
    showToast({ title: 'Site Published', description: 'Visitors now see this version.' })
  })

  return (
    <Dialog
      title="Publish the site?"
      description={<Differing site={site} base={base} />}
      onClose={onClose}
    >
      <PublishForm
        noteIsFor="Visitors never see this note."
        sending={publish}
        onPublish={(note) =>
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
        }
        onClose={onClose}
      />
    </Dialog>
  )
}
