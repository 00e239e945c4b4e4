import Papa from 'papaparse'
import { parseInstant } from '#kernel/event-time.ts'
import { formatOffsetTime } from '#kernel/offset-time.ts'

/** Matches a cell value that spreadsheets would run as a formula (CSV injection). */
const formula = /^[=+\-@\t\r]/

/**
 * Returns the text of a CSV file: quoted values, escaped formulas, CRLF line ends, and a byte order mark, by
 * which spreadsheets recognise UTF-8.
 */
export function writeCsv(fields: string[], data: string[][]): string {
  const lines = Papa.unparse({ fields, data }, { quotes: true, escapeFormulae: formula })
  return `\uFEFF${lines}\r\n`
}

/** Formats an ISO 8601 instant in the time zone as `yyyy-MM-dd HH:mm:ss`; returns '' for null. */
export function writeInstant(instant: string | null, timeZone: string): string {
  const parsed = parseInstant(instant)
  return parsed ? formatOffsetTime(parsed, timeZone).slice(0, 19).replace('T', ' ') : ''
}
