import { useState } from 'react'
import { Outlet } from 'react-router'
import {
  AttendeeImportHost,
  type ImportDialogOpener,
} from '#features/imports/admin/attendee-import-host.tsx'
import { AdminFrame } from './admin-frame.tsx'
import { AdminGate } from './admin-gate.tsx'

/**
 * The layout of all pages below `/admin`: login check and frame. State that must survive navigation between these
 * pages, such as a running import, is stored here.
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
