import { useState } from 'react'
import { Outlet } from 'react-router'
import { AttendeeImportHost } from './imports/attendee-import-host.tsx'
import { AdminGate } from './parts/admin-gate.tsx'
import { AdminFrame } from './parts/desk-frame.tsx'
import type { AdminFrameContext } from './parts/use-desk.ts'

/**
 * The organiser's wing: one gate, one frame, and a room at each address below `/admin`. What is begun in a
 * room and must outlast it is kept here. Specification, "Admin area".
 */
export default function AdminArea() {
  const [isImporting, setIsImporting] = useState(false)
  const keeping: AdminFrameContext = { openImport: () => setIsImporting(true) }
  return (
    <AdminGate>
      <AdminFrame>
        <Outlet context={keeping} />
      </AdminFrame>
      <AttendeeImportHost open={isImporting} onClose={() => setIsImporting(false)} />
    </AdminGate>
  )
}
