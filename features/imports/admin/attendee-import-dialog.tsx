import { useEffect, useEffectEvent } from 'react'
import { createPortal } from 'react-dom'
import { Dialog } from '#client/ui/dialog.tsx'
import { AttendeeImportForm } from './attendee-import-form.tsx'
import { useAttendeeImport } from './use-attendee-import.ts'

type AttendeeImportDialogProps = {
  open: boolean
  /** The event that is preselected when the dialog opens. */
  eventId?: number | undefined
  onClose: () => void
}

/**
 * Renders the dashboard's 'Bulk Attendee Import' dialog. The component stays mounted while the dialog is
 * closed, so that a running import continues and its results remain until the organiser presses Reset.
 */
export function AttendeeImportDialog({ open, eventId, onClose }: AttendeeImportDialogProps) {
  const importing = useAttendeeImport()
  const presetEvent = useEffectEvent((preset: number) => {
    if (!importing.run.isRunning) importing.setEventId(preset)
  })
  useEffect(() => {
    if (open && eventId !== undefined) presetEvent(eventId)
  }, [open, eventId])
  if (!open) return null
  // Render into `body`, not beside the opening button: the admin header around that button is always dark,
  // but the dialog must follow the visitor's colour scheme.
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
