import type { MetaArgs } from 'react-router'
import { AdminGate } from '#app/screens/desk/parts/admin-gate.tsx'
import { ImportBatches } from '#app/screens/desk/imports/import-batches.tsx'
import { describeImportPage, ImportPage } from '#app/screens/desk/imports/import-page.tsx'
import { siteOfMatches } from '#app/components/use-site.ts'
import { BulkImportForm } from './bulk-import-form.tsx'
import { ImportLogin } from './import-login.tsx'
import { useVideoAccessImport } from './use-video-access-import.ts'

const title = 'Bulk Video Access Import'

export function meta({ matches }: MetaArgs) {
  return describeImportPage(title, siteOfMatches(matches))
}

/** The page for lists of viewers. Specification, "Imports and export". */
export default function BulkImport() {
  // Kept here, above the gate: what was typed outlives the end of a session.
  const importing = useVideoAccessImport()
  return (
    <AdminGate title={title} login={<ImportLogin />}>
      <ImportPage title={title} lead="Gives a list of people access to the recorded interviews.">
        <BulkImportForm importing={importing} />
        <div className="mt-14">
          <ImportBatches />
        </div>
      </ImportPage>
    </AdminGate>
  )
}
