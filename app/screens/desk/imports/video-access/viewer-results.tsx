import type { VideoAccessImportResult } from '#shared/contract/imports.ts'
import { describeCut } from '#app/screens/desk/imports/describe-cut.ts'
import { FailedRowsButton } from '#app/screens/desk/imports/failed-rows-button.tsx'
import { ImportCounts } from '#app/screens/desk/imports/import-counts.tsx'
import { ImportErrors } from '#app/screens/desk/imports/import-errors.tsx'
import { ImportResults } from '#app/screens/desk/imports/import-results.tsx'
import type { FoundEmail } from './find-emails.ts'

/** The specification's most; the file holds all of them. */
const mostErrors = 5

type ViewerResultsProps = { rows: FoundEmail[]; result: VideoAccessImportResult }

/** Imported, duplicates and the first errors. Specification, "Imports and export". */
export function ViewerResults({ rows, result }: ViewerResultsProps) {
  const { imported, duplicates, errors } = result
  const cut = rows.flatMap(({ email, line, cutFrom }) =>
    cutFrom ? [`Row ${line}: ${describeCut(email, cutFrom)}`] : [],
  )
  return (
    <ImportResults>
      <ImportCounts counts={{ Imported: imported, Duplicates: duplicates }} />
      {cut.length > 0 && <ImportErrors about="cut" errors={cut} most={mostErrors} />}
      {errors.length > 0 && (
        <>
          <ImportErrors errors={errors} most={mostErrors} />
          <FailedRowsButton
            fileName="emails-to-correct.csv"
            rows={rows}
            errors={errors}
            columns={{ Email: 'email' }}
          />
        </>
      )}
    </ImportResults>
  )
}
