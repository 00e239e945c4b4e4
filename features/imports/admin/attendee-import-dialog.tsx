import { createPortal } from 'react-dom'
import { Dialog } from '#client/ui/dialog.tsx'
import { AttendeeImportForm } from './attendee-import-form.tsx'
import { useAttendeeImport } from './use-attendee-import.ts'

/**
 * Renders the dashboard's 'Bulk Attendee Import' dialog. The dialog stays mounted while closed, so
 * that a running import continues and its results remain until Reset.
 */
export function AttendeeImportDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const importing = useAttendeeImport()
  if (!open) return null
  // Render into `body`: the admin header around the opening button is always dark, and the dialog
  // follows the visitor's colour scheme.
  return createPortal(
    <Dialog
      title="Bulk Attendee Import"
      description="Registers people for an event, or gives them video access."
      size="wide"
      onClose={onClose}
    >
      <div className="mt-6">
        <AttendeeImportForm importing={importing} />
      </div>
    </Dialog>,
    document.body,
  )
}
