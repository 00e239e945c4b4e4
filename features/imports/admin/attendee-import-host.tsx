import { useState } from 'react'
import { useOutletContext } from 'react-router'
import { lazyDialog } from '#client/ui/lazy-chunk.ts'

const AttendeeImportDialog = lazyDialog(
  async () => (await import('./attendee-import-dialog.tsx')).AttendeeImportDialog,
)

/**
 * Keeps the import dialog mounted once it was opened, because an import continues while its dialog
 * is closed.
 */
export function AttendeeImportHost({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [wasOpened, setWasOpened] = useState(false)
  if (open && !wasOpened) setWasOpened(true)
  return wasOpened ? <AttendeeImportDialog open={open} onClose={onClose} /> : null
}

/** The context that the admin area passes to its screens. */
export type ImportDialogOpener = {
  /** Opens the 'Bulk Attendee Import' dialog. The import continues on every admin screen. */
  openImport: () => void
}

export function useImportDialog() {
  return useOutletContext<ImportDialogOpener>()
}
