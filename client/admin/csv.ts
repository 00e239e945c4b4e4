import Papa from 'papaparse'
import { parseInstant } from '#kernel/event-time.ts'
import { formatOffsetTime } from '#kernel/offset-time.ts'

/** Start of a value that spreadsheets would run as a formula (CSV injection). */
const formula = /^[=+\-@\t\r]/

/**
 * Writes CSV: all values quoted and formulas escaped, CRLF, and a byte order mark so that spreadsheets read
 * UTF-8.
 */
export function writeCsv(fields: string[], data: string[][]): string {
  const lines = Papa.unparse({ fields, data }, { quotes: true, escapeFormulae: formula })
  return `\uFEFF${lines}\r\n`
}

/** Formats an instant in the zone as `yyyy-MM-dd HH:mm:ss`; empty for null. */
export function writeInstant(instant: string | null, timeZone: string): string {
  const parsed = parseInstant(instant)
  return parsed ? formatOffsetTime(parsed, timeZone).slice(0, 19).replace('T', ' ') : ''
}
