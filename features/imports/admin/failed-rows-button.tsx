import { Download } from 'lucide-react'
import { writeCsv } from '#client/admin/csv.ts'
import { Button } from '#client/ui/button.tsx'
import { downloadText } from '#client/ui/download-text.ts'

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

/** Which rows an import refused, and why: its error lines begin with the row's line in the text. */
export function pickFailedRows<Row extends { line: number }>(
  rows: Row[],
  errors: string[],
): { row: Row; error: string }[] {
  const byLine = new Map(rows.map((row) => [row.line, row]))
  return errors.flatMap((line) => {
    const [, number, error = ''] = /^Row (\d+): ([\s\S]*)$/.exec(line) ?? []
    const row = byLine.get(Number(number))
    return row === undefined ? [] : [{ row, error }]
  })
}

/**
 * The failed rows as a CSV file: the columns by the names of the admin area's export, and an `Error` column,
 * which a later import ignores. `columns` maps each header to a field.
 */
export function writeFailedRows<Row extends object>(
  failed: { row: Row; error: string }[],
  columns: Record<string, keyof Row>,
): string {
  const headers = [...Object.keys(columns), 'Error']
  const rows = failed.map(({ row, error }) => [
    ...Object.values(columns).map((name) => String(row[name] ?? '')),
    error,
  ])
  return writeCsv(headers, rows)
}
