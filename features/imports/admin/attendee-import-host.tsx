import { useState } from 'react'
import { useOutletContext } from 'react-router'
import { lazyDialog } from '#client/ui/lazy-chunk.ts'

const AttendeeImportDialog = lazyDialog(
  async () => (await import('./attendee-import-dialog.tsx')).AttendeeImportDialog,
)

/**
 * Keeps the import dialog mounted after it was first opened, because an import continues while its dialog
 * is closed.
 */
type AttendeeImportHostProps = {
  open: boolean
  /** The event that is preselected when the dialog opens. */
  eventId?: number | undefined
  onClose: () => void
}

export function AttendeeImportHost({ open, ...dialog }: AttendeeImportHostProps) {
  const [wasOpened, setWasOpened] = useState(false)
  if (open && !wasOpened) setWasOpened(true)
  return wasOpened ? <AttendeeImportDialog open={open} {...dialog} /> : null
}

/**
 * Value that the admin area passes to its pages through React Router's outlet context: a function that opens the import
 * dialog.
 */
export type ImportDialogOpener = {
  /**
   * Opens the 'Bulk Attendee Import' dialog. A running import continues while the organiser visits other
   * admin pages.
   */
  openImport: (eventId?: number) => void
}

export function useImportDialog() {
  return useOutletContext<ImportDialogOpener>()
}
