import { useState } from 'react'
import { lazyDialog } from '#app/ui/code-part.ts'

const AttendeeImportDialog = lazyDialog(
  async () => (await import('./attendee-import-dialog.tsx')).AttendeeImportDialog,
)

type AttendeeImportHostProps = { open: boolean; onClose: () => void }

/** Holds the import dialog once it was opened: an import goes on while its dialog is closed. */
export function AttendeeImportHost({ open, onClose }: AttendeeImportHostProps) {
  const [wasOpened, setWasOpened] = useState(false)
  if (open && !wasOpened) setWasOpened(true)
  return wasOpened ? <AttendeeImportDialog open={open} onClose={onClose} /> : null
}
