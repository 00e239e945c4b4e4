import { useState } from 'react'
import { Outlet } from 'react-router'
import { AttendeeImportHost } from './imports/attendee-import-host.tsx'
import { AdminGate } from './parts/admin-gate.tsx'
import { DeskFrame } from './parts/desk-frame.tsx'
import type { DeskKeeping } from './parts/use-desk.ts'

/**
 * The organiser's wing: one gate, one frame, and a room at each address below `/admin`. What is begun in a
 * room and must outlast it is kept here. Specification, "Desk".
 */
export default function Desk() {
  const [isImporting, setIsImporting] = useState(false)
  const keeping: DeskKeeping = { openImport: () => setIsImporting(true) }
  return (
    <AdminGate>
      <DeskFrame>
        <Outlet context={keeping} />
      </DeskFrame>
      <AttendeeImportHost open={isImporting} onClose={() => setIsImporting(false)} />
    </AdminGate>
  )
}
