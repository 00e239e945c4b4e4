import { Download } from 'lucide-react'
import { useOnceComplete } from '#client/admin/admin-table.tsx'
import { writeCsv, writeInstant } from '#client/admin/csv.ts'
import { useSite } from '#client/page/use-site.ts'
import { Button } from '#client/ui/button.tsx'
import { downloadText } from '#client/ui/download-text.ts'
import type { RegistrationRow } from '#features/reports/contract.ts'
import { dayInZone } from '#kernel/event-time.ts'
import type { DashboardLists } from './dashboard-lists.ts'
import { writeCount } from './stat-cards.tsx'

/**
 * Exports the loaded registrations without a call. If they are still loading, downloads the complete file
 * once they have arrived.
 */
export function ExportCsvButton({ lists: { registrations, counts } }: { lists: DashboardLists }) {
  const { zone } = useSite().site.display
  const { rows = [], isComplete = false } = registrations.data ?? {}
  const { isWaiting, press } = useOnceComplete(isComplete, () => {
    const file = writeRegistrationsCsv(rows, { now: new Date(), zone })
    if (file) downloadText(file.name, file.text)
  })
  const expected = Math.max(rows.length, counts.data?.registrations ?? 0)
  const isBrokenOff = registrations.isError && !registrations.isFetching
  return (
    <div className="grow sm:grow-0">
      <Button
        className="w-full px-3.5! text-small! sm:px-5!"
        pending={isWaiting && !isBrokenOff}
        onClick={press}
      >
        <Download aria-hidden size={17} />
        Export CSV
      </Button>
      {isWaiting && (
        <div className="mt-2 max-w-64 text-small">
          <output className="figures">
            {isBrokenOff ? 'The registrations broke off at ' : 'The file follows: '}
            {writeCount(rows.length)} of {writeCount(expected)} have arrived.
          </output>
          {isBrokenOff && (
            <Button
              variant="quiet"
              className="px-0! text-small!"
              onClick={() => void registrations.refetch()}
            >
              Load them again for the file
            </Button>
          )}
        </div>
      )}
    </div>
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

/** Returns the 'Export CSV' file with times in the display zone; undefined without registrations. */
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
