import { useState } from 'react'
import { useOutletContext } from 'react-router'
import { lazyDialog } from '#client/ui/lazy-chunk.ts'

const AttendeeImportDialog = lazyDialog(
  async () => (await import('./attendee-import-dialog.tsx')).AttendeeImportDialog,
)

/** Holds the import dialog once it was opened: an import goes on while its dialog is closed. */
export function AttendeeImportHost({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [wasOpened, setWasOpened] = useState(false)
  if (open && !wasOpened) setWasOpened(true)
  return wasOpened ? <AttendeeImportDialog open={open} onClose={onClose} /> : null
}

/** What the wing keeps for its rooms. */
export type ImportDialogOpener = {
  /** Opens the 'Bulk Attendee Import' dialog, whose import goes on in whatever room. */
  openImport: () => void
}

export function useImportDialog() {
  return useOutletContext<ImportDialogOpener>()
}
