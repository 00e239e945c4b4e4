import type { MetaArgs } from 'react-router'
import { authStatusOnAdmin } from '#app/api/queries.ts'
import { useAuthStatus } from '#app/api/use-auth-status.ts'
import { AttendeeImportForm } from './attendee-import-form.tsx'
import { ImportBatches } from './import-batches.tsx'
import { describeImportPage, ImportPage } from './import-page.tsx'
import { useAttendeeImport } from './use-attendee-import.ts'
import { siteOfMatches } from '#app/components/use-site.ts'

export function meta({ matches }: MetaArgs) {
  return describeImportPage('Bulk Attendee Import', siteOfMatches(matches))
}

/** The page for lists of attendees. Specification, "Imports and export". It does not itself check who is asking; its call does. */
export default function AttendeeImport() {
  const { status } = useAuthStatus(authStatusOnAdmin)
  const importing = useAttendeeImport()
  return (
    <ImportPage
      title="Bulk Attendee Import"
      lead="Registers people for an event, or gives them video access, from a list you already have."
    >
      <AttendeeImportForm importing={importing} />
      {status?.isAdmin && (
        <div className="mt-14">
          <ImportBatches />
        </div>
      )}
    </ImportPage>
  )
}
