import type { z } from 'zod'

/** One row that cannot be imported; `row` is its line in the file, or counts from 1, as a person counts. */
export type RowError = { row: number; problem: string }

const longestShown = 60
const rowsInStatement = 1000

/**
 * The rows in parts that one statement can write, each with the number of its first row. The part that
 * was written is given up before the next is checked, so that 200,000 rows are never held twice.
 */
export function* inParts<Row>(
  rows: Row[],
  firstRow: number,
): Generator<{ firstRow: number; part: Row[] }> {
  for (let start = 0; start < rows.length; start += rowsInStatement) {
    yield { firstRow: start + firstRow, part: rows.slice(start, start + rowsInStatement) }
  }
}

/** Judges every row by itself: what is wrong with one costs only that one. `position` is that in the part. */
export function checkRows<Row extends { line?: number | null }, Checked>(
  { firstRow, part }: { firstRow: number; part: Row[] },
  schema: z.ZodType<Checked>,
) {
  const valid: { row: number; position: number; sent: Row; checked: Checked }[] = []
  const errors: (RowError & { position: number })[] = []
  for (const [index, sent] of part.entries()) {
    const row = sent.line ?? firstRow + index
    const position = index + 1
    const result = schema.safeParse(sent)
    if (result.success) valid.push({ row, position, sent, checked: result.data })
    else errors.push({ row, position, problem: describeIssues(result.error.issues, sent) })
  }
  return { valid, errors }
}

function describeIssues(issues: z.core.$ZodIssue[], sent: Record<string, unknown>) {
  return issues
    .map(({ message, path }) => `${message}, found ${showValue(sent[String(path[0])])}`)
    .join('; ')
}

/** A cell's value as an error line shows it: quoted, short, without characters that cannot be shown. */
export function showValue(value: unknown): string {
  const text = typeof value === 'string' ? value.trim() : ''
  if (!text) return 'an empty cell'
  const start = text
    .slice(0, longestShown)
    .replaceAll(/\p{Cc}/gu, '\uFFFD')
    .toWellFormed()
  return text.length > longestShown ? `"${start}…"` : `"${start}"`
}

/** The error lines of an import, in the order of its rows. */
export function errorLines(errors: RowError[]): string[] {
  return errors
    .toSorted((one, other) => one.row - other.row)
    .map(({ row, problem }) => `Row ${row}: ${problem}`)
}
