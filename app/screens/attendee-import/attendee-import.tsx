import type { MetaArgs } from 'react-router'
import { AttendeeImportForm } from '#app/components/imports/attendee-import-form.tsx'
import { describeImportPage, ImportPage } from '#app/components/imports/import-page.tsx'
import { useAttendeeImport } from '#app/components/imports/use-attendee-import.ts'
import { siteOfMatches } from '#app/components/use-site.ts'

export function meta({ matches }: MetaArgs) {
  return describeImportPage('Bulk Attendee Import', siteOfMatches(matches))
}

/** Specification 2, "/attendee-import". It does not itself check who is asking; its call does. */
export default function AttendeeImport() {
  const importing = useAttendeeImport()
  return (
    <ImportPage
      title="Bulk Attendee Import"
      lead="Registers people for an event, or gives them video access, from a list you already have."
    >
      <AttendeeImportForm importing={importing} />
    </ImportPage>
  )
}
