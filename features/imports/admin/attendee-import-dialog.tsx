import { createPortal } from 'react-dom'
import { Dialog } from '#client/ui/dialog.tsx'
import { AttendeeImportForm } from './attendee-import-form.tsx'
import { useAttendeeImport } from './use-attendee-import.ts'

/**
 * The dashboard's 'Bulk Attendee Import' dialog. Stays mounted while it is closed: an import goes on,
 * and its results stay until Reset. Specification, "Imports and export".
 */
export function AttendeeImportDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const importing = useAttendeeImport()
  if (!open) return null
  // In the body: the header that opens it is dark whatever the visitor prefers.
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
