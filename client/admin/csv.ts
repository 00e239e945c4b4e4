import Papa from 'papaparse'
import { parseInstant } from '#kernel/event-time.ts'
import { formatOffsetTime } from '#kernel/offset-time.ts'

/** What a spreadsheet would take for a formula. Specification, "Imports and export". */
const formula = /^[=+\-@\t\r]/

/**
 * Headers and rows as CSV: every value quoted and guarded, CRLF, and a mark at the start that tells
 * spreadsheets that accents and emoji are UTF-8.
 */
export function writeCsv(fields: string[], data: string[][]): string {
  const lines = Papa.unparse({ fields, data }, { quotes: true, escapeFormulae: formula })
  return `\uFEFF${lines}\r\n`
}

/** An instant as the zone's clock shows it, `yyyy-MM-dd HH:mm:ss`; empty where there is none. */
export function writeInstant(instant: string | null, timeZone: string): string {
  const parsed = parseInstant(instant)
  return parsed ? formatOffsetTime(parsed, timeZone).slice(0, 19).replace('T', ' ') : ''
}
