import { useMemo } from 'react'
import { writeCsv } from '#client/admin/csv.ts'
import type { AttendeeImportResult } from '#features/imports/contract.ts'
import { DownloadButton, pickFailedRows } from './import-results.tsx'
import { type Attendee, nameOf, type SkippedRow } from './read-attendees.ts'
import { ScrollingLine, ScrollingList } from './scrolling-list.tsx'

type LineResult = {
  line: number
  name: string
  email: string
  result: 'Imported' | 'Updated' | 'Unchanged' | 'Skipped' | 'Invalid'
  reason: string
}

const words = { imported: 'Imported', updated: 'Updated', unchanged: 'Unchanged' } as const

function listLineResults(
  rows: Attendee[],
  { rows: written = [], errors }: AttendeeImportResult,
  skipped: SkippedRow[],
): LineResult[] {
  const byLine = new Map(rows.map((row) => [row.line, row]))
  const describe = (row: Attendee) => ({ line: row.line, name: nameOf(row), email: row.email })
  const taken = written.flatMap(({ row, result }): LineResult[] => {
    const attendee = byLine.get(row)
    return attendee ? [{ ...describe(attendee), result: words[result], reason: '' }] : []
  })
  const failed = pickFailedRows(rows, errors).map(({ row, error }): LineResult => {
    const result = error.startsWith('Asked to be erased') ? 'Skipped' : 'Invalid'
    return { ...describe(row), result, reason: error }
  })
  const left = skipped.map((row): LineResult => ({ ...row, result: 'Skipped' }))
  return [...taken, ...failed, ...left].sort((one, other) => one.line - other.line)
}

const mostShown = 200

type LineResultsProps = { rows: Attendee[]; result: AttendeeImportResult; skipped: SkippedRow[] }

export function LineResults({ rows, result, skipped }: LineResultsProps) {
  const lines = useMemo(() => listLineResults(rows, result, skipped), [rows, result, skipped])
  const counts = new Map<string, number>()
  for (const { result: name } of lines) counts.set(name, (counts.get(name) ?? 0) + 1)
  if (lines.length === 0) return null
  return (
    <>
      <h3 className="mt-5 mb-2 font-sans font-semibold">Result of each line</h3>
      <p className="figures mb-2 text-small text-muted">
        {[...counts].map(([name, count]) => `${name} ${count.toLocaleString('en')}`).join(' · ')}
      </p>
      <ScrollingList label="Result of each line" className="max-h-80">
        {lines.slice(0, mostShown).map(({ line, name, email, result: word, reason }) => (
          <ScrollingLine key={line}>
            {`Line ${line.toLocaleString('en')}: ${word}`}
            {reason && <span>{` (${reason})`}</span>}
            {name && <span className="font-semibold"> {name}</span>}
            <span className="text-muted"> {email}</span>
          </ScrollingLine>
        ))}
        {lines.length > mostShown && (
          <ScrollingLine className="font-semibold">
            {`+ ${(lines.length - mostShown).toLocaleString('en')} more lines in the download`}
          </ScrollingLine>
        )}
      </ScrollingList>
      <DownloadButton
        label="Download the result of each line"
        className="mt-3"
        fileName="import-result.csv"
        write={() => writeLineResults(lines)}
      />
    </>
  )
}

function writeLineResults(lines: LineResult[]) {
  const rows = lines.map(({ line, name, email, result, reason }) => {
    return [String(line), name, email, result, reason]
  })
  return writeCsv(['Line', 'Name', 'Email', 'Result', 'Reason'], rows)
}
