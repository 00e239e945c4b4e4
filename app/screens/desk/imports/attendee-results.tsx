import type { AttendeeImportResult } from '#shared/contract/imports.ts'
import { FailedRowsButton } from './failed-rows-button.tsx'
import { ImportCounts } from './import-counts.tsx'
import { ImportErrors } from './import-errors.tsx'
import { ImportResults } from './import-results.tsx'
import { SendConfirmationsButton } from './send-confirmations-button.tsx'
import type { AttendeeImport } from './use-attendee-import.ts'

/** By the names of the admin area's own export. */
const columns = {
  'First Name': 'firstName',
  'Last Name': 'lastName',
  Email: 'email',
  Event: 'eventIdentifier',
  Company: 'company',
  'Job Title': 'jobTitle',
} as const

type AttendeeResultsProps = { run: AttendeeImport['run']; result: AttendeeImportResult }

/** The results card: four counts and every error. Specification, "Imports and export". */
export function AttendeeResults({ run, result }: AttendeeResultsProps) {
  const { errors } = result
  return (
    <ImportResults>
      <ImportCounts
        counts={{
          'New Users': result.imported,
          'Updated Users': result.updated,
          'Video Only': result.videoOnly,
          'Event Registrations': result.eventRegistrations,
        }}
      />
      {errors.length > 0 && (
        <>
          <ImportErrors errors={errors} />
          <FailedRowsButton
            fileName="attendees-to-correct.csv"
            rows={run.rows}
            errors={errors}
            columns={columns}
          />
        </>
      )}
      {result.eventRegistrations + result.updated > 0 && (
        <SendConfirmationsButton batchId={run.batchId} answered={run.answered} />
      )}
    </ImportResults>
  )
}
