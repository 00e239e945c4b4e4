import { useMutation, useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { call, serverMessage } from '#client/api/call.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { showFailure, showToast } from '#client/ui/toast-store.ts'
import type { AttendeeImportResult } from '#features/imports/contract.ts'
import { splitName } from '#features/imports/rules.ts'
import { writePeople } from '#kernel/write-count.ts'
import { answerRole, attendeeColumns } from './column-labels.ts'
import { ImportResults } from './import-results.tsx'
import { LineResults } from './line-results.tsx'
import type { SkippedRow } from './read-attendees.ts'
import { describeSeats } from './row-verdicts.ts'
import type { AttendeeImport } from './use-attendee-import.ts'

type AttendeeResultsProps = {
  run: AttendeeImport['run']
  result: AttendeeImportResult
  /** Lines of the imported list that were not sent to the server, for example because they contain no email. */
  skipped: SkippedRow[]
}

/**
 * Renders the results of an import: four counts, all errors, the result of each line, and the button that
 * sends confirmation mails.
 */
export function AttendeeResults({ run, result, skipped }: AttendeeResultsProps) {
  // The CSV file of failed rows has columns for first and last name, so split names that were imported as one text.
  const rows = run.rows.map(({ answers = {}, ...row }) => ({
    ...row,
    ...(row.fullName && splitName(row.fullName)),
    ...Object.fromEntries(
      Object.entries(answers).map(([name, answer]) => [answerRole(name), answer]),
    ),
  }))
  const answered = new Set(run.rows.flatMap(({ answers = {} }) => Object.keys(answers)))
  const columns = {
    ...attendeeColumns,
    ...Object.fromEntries([...answered].map((name) => [name, answerRole(name)])),
  } as Record<string, keyof (typeof rows)[number]>
  // Every part of the list reports the events that are over their capacity; the last part has the final numbers.
  const exceeded = new Map(result.eventsOverCapacity?.map((event) => [event.id, event]))
  return (
    <ImportResults
      counts={{
        'New Users': result.imported,
        'Updated Users': result.updated,
        'Video Only': result.videoOnly,
        'Event Registrations': result.eventRegistrations,
      }}
      errors={result.errors}
      failed={{ fileName: 'attendees-to-correct.csv', rows, columns }}
      note={
        <div className="mt-3 grid gap-1 text-small empty:hidden">
          {result.updated > 0 && (
            <p>
              “Updated Users” counts all rows of people who were already in your list, also without
              changes.
            </p>
          )}
          {result.videoOnly > 0 && (
            <p>
              {`${writePeople(result.videoOnly)} got video access only, because their rows have no event.`}
            </p>
          )}
          {[...exceeded].map(([id, { title, ...seats }]) => (
            <p key={id}>
              “<bdi>{title}</bdi>” has {describeSeats(seats)}.
            </p>
          ))}
        </div>
      }
    >
      <LineResults rows={run.rows} result={result} skipped={skipped} />
      {result.eventRegistrations + result.updated > 0 && (
        <SendConfirmationsButton batchId={run.batchId} answered={run.answered} />
      )}
    </ImportResults>
  )
}

/**
 * Renders the button that sends confirmation mails to imported registrants who have none yet, with their number.
 * Fetches the number again whenever `answered`, the number of processed rows, changes.
 */
function SendConfirmationsButton({ batchId, answered }: { batchId: string; answered: number }) {
  const [isAsking, setIsAsking] = useState(false)
  const unsent = useQuery({
    queryKey: ['confirmations', batchId, answered],
    queryFn: ({ signal }) =>
      call('POST /api/admin/send-confirmations', { body: { batchId, dryRun: true }, signal }),
  })
  const sending = useMutation({
    mutationFn: () => call('POST /api/admin/send-confirmations', { body: { batchId } }),
    onSuccess({ people: count }) {
      showToast({
        title: 'Confirmations Sent',
        description: `${writePeople(count)} will get a confirmation email.`,
      })
    },
    onError(error) {
      showFailure('Confirmations Not Sent', serverMessage(error) ?? 'Please try again.')
    },
  })
  const count = unsent.data?.people ?? 0
  if (count === 0) return null
  return (
    <div className="mt-5 border-t border-line pt-4">
      {sending.isSuccess ? (
        <output>{`Confirmations are being sent to ${writePeople(sending.data.people)}.`}</output>
      ) : (
        <Button variant="secondary" onClick={() => setIsAsking(true)}>
          <Send aria-hidden size={17} />
          {`Send confirmations to ${writePeople(count)}`}
        </Button>
      )}
      {isAsking && !sending.isSuccess && (
        <Dialog
          title={`Send confirmations to ${writePeople(count)}?`}
          description={`${writePeople(count)} will get one email each, which confirms all of their registrations. This cannot be undone.`}
          onClose={() => setIsAsking(false)}
        >
          <div className="mt-6 flex flex-wrap gap-3">
            <Button pending={sending.isPending} onClick={() => sending.mutate()}>
              {sending.isPending ? 'Sending...' : 'Send confirmations'}
            </Button>
            <Button variant="secondary" data-autofocus onClick={() => setIsAsking(false)}>
              Not now
            </Button>
          </div>
        </Dialog>
      )}
    </div>
  )
}
