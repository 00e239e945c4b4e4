import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { writeCsv } from '#client/admin/csv.ts'
import { Button } from '#client/ui/button.tsx'
import { downloadText } from '#client/ui/download-text.ts'
import { ScrollingLine, ScrollingList } from './scrolling-list.tsx'

type ImportResultsProps<Row> = {
  counts: Record<string, number>
  errors: string[]
  /** Maximum number of errors on screen; the CSV file of failed rows contains all errors. */
  mostErrors?: number
  failed: { fileName: string; rows: Row[]; columns: Record<string, keyof Row> }
  /** Displayed between the counts of imported rows and the list of errors. */
  note?: ReactNode
  children?: ReactNode
}

export function ImportResults<Row extends { line: number }>(props: ImportResultsProps<Row>) {
  const { counts, errors, mostErrors = errors.length, failed, note, children } = props
  const title = `Errors (${errors.length.toLocaleString('en')})`
  const more = errors.length - mostErrors
  return (
    <section
      aria-label="Import results"
      className="rounded-lg border border-line bg-surface p-4 shadow-lift sm:p-5"
    >
      <h2 className="text-subheading">Import results</h2>
      <dl className="mt-4 grid grid-cols-2 gap-3 @lg:grid-cols-4">
        {Object.entries(counts).map(([name, count]) => (
          <div
            key={name}
            className="flex flex-col justify-between rounded-md border border-line bg-canvas px-3 py-2.5"
          >
            <dt className="text-caption text-muted">{name}</dt>
            <dd className="figures font-display text-heading font-semibold">
              {count.toLocaleString('en')}
            </dd>
          </div>
        ))}
      </dl>
      {note}
      {errors.length > 0 && (
        <>
          <h3 className="mt-5 mb-2 font-sans font-semibold text-danger">{title}</h3>
          <ScrollingList label={title} className="max-h-80">
            {errors.slice(0, mostErrors).map((error) => (
              <ScrollingLine key={error}>{error}</ScrollingLine>
            ))}
            {more > 0 && (
              <ScrollingLine className="font-semibold">
                + {more.toLocaleString('en')} more errors
              </ScrollingLine>
            )}
          </ScrollingList>
          <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1 text-small text-muted">
            <DownloadButton
              label="Download the failed rows"
              fileName={failed.fileName}
              write={() => writeFailedRows(pickFailedRows(failed.rows, errors), failed.columns)}
            />
            Correct the rows in this file, then import it.
          </div>
        </>
      )}
      {children}
    </section>
  )
}

type DownloadButtonProps = {
  label: string
  className?: string
  fileName: string
  write: () => string
}

export function DownloadButton({ label, className = '', fileName, write }: DownloadButtonProps) {
  return (
    <Button
      variant="secondary"
      className={`px-4! text-small! ${className}`}
      onClick={() => downloadText(fileName, write())}
    >
      <Download aria-hidden size={17} />
      {label}
    </Button>
  )
}

/**
 * Returns the rows that the import rejected, each with its error. An error such as `Row 7: ...` begins with
 * the line of its row.
 */
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
 * Returns the failed rows as CSV, which the organiser can correct and import again. `columns` maps each
 * header to a field. The file's column `Error` is ignored by imports.
 */
export function writeFailedRows<Row extends object>(
  failed: { row: Row; error: string }[],
  columns: Record<string, keyof Row>,
): string {
  const fields = Object.values(columns)
  const rows = failed.map(({ row, error }) => [
    ...fields.map((one) => String(row[one] ?? '')),
    error,
  ])
  return writeCsv([...Object.keys(columns), 'Error'], rows)
}
