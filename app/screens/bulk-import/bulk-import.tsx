import type { MetaArgs } from 'react-router'
import { authStatusOnAdmin } from '#app/api/queries.ts'
import { useAuthStatus } from '#app/api/use-auth-status.ts'
import { ImportBatches } from '#app/components/imports/import-batches.tsx'
import { describeImportPage, ImportDoor, ImportPage } from '#app/components/imports/import-page.tsx'
import { siteOfMatches } from '#app/components/use-site.ts'
import { BulkImportForm } from './bulk-import-form.tsx'
import { ImportLogin } from './import-login.tsx'

const title = 'Bulk Video Access Import'

export function meta({ matches }: MetaArgs) {
  return describeImportPage(title, siteOfMatches(matches))
}

/** Specification 2, "/bulk-import". */
export default function BulkImport() {
  const { status, isChecking } = useAuthStatus(authStatusOnAdmin)
  if (status?.isAdmin) {
    return (
      <ImportPage title={title} lead="Gives a list of people access to the recorded interviews.">
        <BulkImportForm />
        <div className="mt-14">
          <ImportBatches />
        </div>
      </ImportPage>
    )
  }
  if (!isChecking) return <ImportLogin />
  return (
    <ImportDoor>
      <h1 className="sr-only">{title}</h1>
      <output className="flex items-center gap-3 text-lead">
        <span aria-hidden className="size-2.5 animate-breathe rounded-full bg-accent" />
        Checking authentication...
      </output>
      <noscript>The import needs JavaScript: please switch it on and load the page again.</noscript>
    </ImportDoor>
  )
}
