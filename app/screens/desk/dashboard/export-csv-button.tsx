import { Download } from 'lucide-react'
import { downloadText } from '#app/components/download-text.ts'
import { useOnceComplete } from '#app/screens/desk/parts/use-once-complete.ts'
import { useSite } from '#app/components/use-site.ts'
import { Button } from '#app/ui/button.tsx'
import { writeCount } from './stat-card.tsx'
import type { DashboardLists } from './use-desk-lists.ts'
import { writeRegistrationsCsv } from './write-registrations-csv.ts'

/**
 * Writes down the registrations that are loaded, without a call. While they arrive a press is kept, and the
 * complete file follows. Specification, "Admin area".
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
