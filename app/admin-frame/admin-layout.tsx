import { useState } from 'react'
import { Outlet } from 'react-router'
import {
  AttendeeImportHost,
  type ImportDialogOpener,
} from '#features/imports/admin/attendee-import-host.tsx'
import { AdminFrame } from './admin-frame.tsx'
import { AdminGate } from './admin-gate.tsx'

/**
 * The organiser's wing: one gate, one frame, and a room at each address below `/admin`. What is begun in a
 * room and must outlast it is kept here. Specification, "Admin area".
 */
export default function AdminLayout() {
  const [importing, setImporting] = useState<{ eventId?: number | undefined }>()
  const keeping: ImportDialogOpener = { openImport: (eventId) => setImporting({ eventId }) }
  return (
    <AdminGate>
      <AdminFrame>
        <Outlet context={keeping} />
      </AdminFrame>
      <AttendeeImportHost
        open={importing !== undefined}
        eventId={importing?.eventId}
        onClose={() => setImporting(undefined)}
      />
    </AdminGate>
  )
}
