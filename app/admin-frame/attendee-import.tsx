import type { MetaArgs } from 'react-router'
import { siteOfMatches } from '#client/page/use-site.ts'
import { AttendeeImportForm } from '#features/imports/admin/attendee-import-form.tsx'
import { ImportBatches } from '#features/imports/admin/import-batches.tsx'
import { useAttendeeImport } from '#features/imports/admin/use-attendee-import.ts'
import { authStatusOnAdmin, useAuthStatus } from '#features/sign-in/public/session.ts'
import { describeImportPage, ImportPage } from './import-page.tsx'

export function meta({ matches }: MetaArgs) {
  return describeImportPage('Bulk Attendee Import', siteOfMatches(matches))
}

/** The page that imports lists of attendees. The page is public; the call that imports checks access. */
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
