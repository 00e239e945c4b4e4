import { useLayoutEffect, useState } from 'react'
import { Outlet } from 'react-router'
import { useSite } from '#client/page/use-site.ts'
import {
  AttendeeImportHost,
  type ImportDialogOpener,
} from '#features/imports/admin/attendee-import-host.tsx'
import { writeLookStyles } from '#app/look-styles.ts'
import { AdminFrame } from './admin-frame.tsx'
import { AdminGate } from './admin-gate.tsx'

/**
 * The layout of all pages below `/admin`: login check and frame. State that must survive navigation between these
 * pages, such as a running import, is stored here.
 */
export default function AdminLayout() {
  usePublishedLook()
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

/**
 * Applies the colours of a look that was published since the document was loaded. The root's layout applies typefaces
 * and corners in the same commit, so that no frame mixes two looks.
 */
function usePublishedLook() {
  const { look } = useSite().site
  useLayoutEffect(() => {
    const sheet = document.getElementById('look')!
    const styles = writeLookStyles(look)
    if (sheet.textContent !== styles) sheet.textContent = styles
  }, [look])
}
