import { Download } from 'lucide-react'
import { Button } from '#app/ui/button.tsx'
import { downloadText } from '#app/components/download-text.ts'
import { pickFailedRows, writeFailedRows } from './write-failed-rows.ts'

type FailedRowsButtonProps<Row> = {
  fileName: string
  rows: Row[]
  errors: string[]
  columns: Record<string, keyof Row>
}

/** The rows that failed as a file, which imports cleanly once it is corrected. */
export function FailedRowsButton<Row extends { line: number }>({
  fileName,
  rows,
  errors,
  columns,
}: FailedRowsButtonProps<Row>) {
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1 text-small text-muted">
      <Button
        variant="secondary"
        className="px-4! text-small!"
        onClick={() =>
          downloadText(fileName, writeFailedRows(pickFailedRows(rows, errors), columns))
        }
      >
        <Download aria-hidden size={17} />
        Download the failed rows
      </Button>
      Correct them in the file and import it.
    </div>
  )
}
