import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { writeCsv, writeInstant } from '#client/admin/csv.ts'
import { serverMessage } from '#client/api/call.ts'
import { useSite } from '#client/page/use-site.ts'
import { Button } from '#client/ui/button.tsx'
import { downloadText } from '#client/ui/download-text.ts'
import { showFailure } from '#client/ui/toast-store.ts'
import type { RegistrationRow } from '#features/reports/contract.ts'
import { dayInZone } from '#kernel/event-time.ts'
import { exportedRegistrations } from './dashboard-reads.ts'

/**
 * Renders the button that downloads all registrations as CSV. The rows are fetched when the page opens; after an early
 * press, the download starts when all have arrived.
 */
export function ExportCsvButton() {
  const { zone } = useSite().site.display
  const queryClient = useQueryClient()
  useQuery(exportedRegistrations)
  const file = useMutation({
    mutationFn: () => queryClient.ensureQueryData(exportedRegistrations),
    onSuccess(rows) {
      const written = writeRegistrationsCsv(rows, { now: new Date(), zone })
      if (written) downloadText(written.name, written.text)
    },
    onError: (error) =>
      showFailure(
        'No File Created',
        serverMessage(error) ?? 'The registrations could not be loaded. Please try again.',
      ),
  })
  return (
    <Button
      className="grow px-3.5! text-small! sm:grow-0 sm:px-5!"
      pending={file.isPending}
      onClick={() => file.mutate()}
    >
      <Download aria-hidden size={17} />
      Export CSV
    </Button>
  )
}

const columns: Record<string, (row: RegistrationRow, zone: string) => string> = {
  ID: ({ id }) => String(id),
  'First Name': ({ firstName }) => firstName,
  'Last Name': ({ lastName }) => lastName,
  Email: ({ email }) => email,
  Company: ({ company }) => company,
  'Job Title': ({ jobTitle }) => jobTitle,
  LinkedIn: ({ linkedin }) => linkedin,
  Interests: ({ interests }) => interests.join('; '),
  Questions: ({ questions }) => questions,
  'Receive Updates': ({ receiveUpdates }) => (receiveUpdates ? 'Yes' : 'No'),
  'Registration Date': ({ createdAt }, zone) => writeInstant(createdAt, zone),
}

/** Returns name and text of the CSV file, with times in the display zone; undefined without registrations. */
export function writeRegistrationsCsv(
  registrations: RegistrationRow[],
  { now, zone }: { now: Date; zone: string },
): { name: string; text: string } | undefined {
  if (registrations.length === 0) return undefined
  const cells = registrations.map((row) => Object.values(columns).map((write) => write(row, zone)))
  return {
    name: `event-registrations-${dayInZone(now, zone)}.csv`,
    text: writeCsv(Object.keys(columns), cells),
  }
}
