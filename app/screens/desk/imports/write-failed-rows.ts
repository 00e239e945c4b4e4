import { writeCsv } from '#app/screens/desk/parts/write-csv.ts'

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
