import type { VideoAccessImportResult } from '#features/imports/contract.ts'
import { FailedRowsButton } from './failed-rows-button.tsx'
import type { FoundEmail } from './find-emails.ts'
import { ImportCounts, ImportErrors, ImportResults } from './import-results.tsx'

/** The specification's most; the file holds all of them. */
const mostErrors = 5

type VideoAccessResultsProps = { rows: FoundEmail[]; result: VideoAccessImportResult }

/** Imported, duplicates and the first errors. Specification, "Imports and export". */
export function VideoAccessResults({ rows, result }: VideoAccessResultsProps) {
  const { imported, duplicates, errors } = result
  return (
    <ImportResults>
      <ImportCounts counts={{ Imported: imported, Duplicates: duplicates }} />
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
