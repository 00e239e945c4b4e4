import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { ForRole } from './for-role.tsx'
import { serverMessage } from '#client/api/call.ts'
import { useSite } from '#client/page/use-site.ts'
import { Button } from '#client/ui/button.tsx'
import { downloadText } from '#client/ui/download-text.ts'
import { showFailure } from '#client/ui/toast-store.ts'
import { dayInZone } from '#kernel/event-time.ts'
import { writeCsv } from './csv.ts'

/** The columns of a CSV file: each header with a function that returns a row's cell text. */
export type CsvColumns<Row> = Record<string, (row: Row, zone: string) => string>

/** Downloads rows as a CSV file, whose name contains the current date in the display time zone. */
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
  /** Plural noun for the list's rows, such as `registrations`, announced by screen readers. */
  label: string
  fileName: string
  columns: CsvColumns<Row>
  /** Returns all rows that match the list's filter; calls `onArrived` with the number of rows loaded so far. */
  read: (onArrived: (count: number) => void) => Row[] | Promise<Row[]>
  isEmpty?: boolean
  className?: string
}

/** A button that downloads all rows of a filtered list as CSV, including rows not loaded yet. Hidden from viewers. */
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
        'No File Created',
        serverMessage(error) ?? 'The server could not be reached. Please try again.',
      ),
  })
  return (
    <ForRole needs="editor">
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
          {file.isPending &&
            arrived > 0 &&
            `Rows loaded so far: ${arrived.toLocaleString('en-GB')}`}
        </output>
      </div>
    </ForRole>
  )
}
