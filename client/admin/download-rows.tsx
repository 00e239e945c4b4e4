import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { serverMessage } from '#client/api/call.ts'
import { useSite } from '#client/page/use-site.ts'
import { Button } from '#client/ui/button.tsx'
import { downloadText } from '#client/ui/download-text.ts'
import { showFailure } from '#client/ui/toast-store.ts'
import { dayInZone } from '#kernel/event-time.ts'
import { writeCsv } from './csv.ts'

/** Each column of a file by its header, and what of a row stands in it. */
export type CsvColumns<Row> = Record<string, (row: Row, zone: string) => string>

/** Writes rows down as a file, which the day follows by the display zone's clock. */
export function downloadRows<Row>(
  fileName: string,
  columns: CsvColumns<Row>,
  { rows, zone }: { rows: Row[]; zone: string },
) {
  const cells = rows.map((row) => Object.values(columns).map((write) => write(row, zone)))
  const text = writeCsv(Object.keys(columns), cells)
  downloadText(`${fileName}-${dayInZone(new Date(), zone)}.csv`, text)
}

type DownloadRowsButtonProps<Row> = {
  /** What the rows are called together. */
  label: string
  fileName: string
  columns: CsvColumns<Row>
  /** All rows of what is shown, told how many have come as they come. */
  read: (onArrived: (count: number) => void) => Row[] | Promise<Row[]>
  isEmpty?: boolean
  className?: string
}

/** Writes down all that a list shows as it is narrowed and sorted, not only the part that was loaded. */
export function DownloadRowsButton<Row>(props: DownloadRowsButtonProps<Row>) {
  const { label, fileName, columns, read, isEmpty = false, className = '' } = props
  const { zone } = useSite().site.display
  const [arrived, setArrived] = useState(0)
  const file = useMutation({
    mutationFn: async () => read(setArrived),
    onMutate: () => setArrived(0),
    onSuccess: (rows) => downloadRows(fileName, columns, { rows, zone }),
    onError: (error) =>
      showFailure(
        'No file was made',
        serverMessage(error) ?? 'The server could not be reached. Please try again.',
      ),
  })
  return (
    <div className={`flex flex-wrap items-center gap-x-3 ${className}`}>
      <Button
        variant="secondary"
        className="px-4! text-small!"
        pending={file.isPending}
        disabled={isEmpty}
        onClick={() => file.mutate()}
      >
        <Download aria-hidden size={16} />
        <span>
          Download as CSV<span className="sr-only">: {label}</span>
        </span>
      </Button>
      <output className="text-small text-muted figures empty:hidden">
        {file.isPending && arrived > 0 && `${arrived.toLocaleString('en-GB')} so far`}
      </output>
    </div>
  )
}
