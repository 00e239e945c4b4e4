import { parseInstant, formatOffsetTime } from '#shared/event-time.ts'

/** What a spreadsheet would take for a formula. decisions.md, "Imports and export". */
const formula = /^[=+\-@\t\r]/

function writeCell(value: string) {
  const guarded = formula.test(value) ? `'${value}` : value
  return `"${guarded.replaceAll('"', '""')}"`
}

/**
 * Headers and rows as CSV: every value quoted and guarded, CRLF, and a mark at the start that tells
 * spreadsheets that accents and emoji are UTF-8.
 */
export function writeCsv(headers: string[], rows: string[][]): string {
  const lines = [headers, ...rows].map((cells) => `${cells.map(writeCell).join(',')}\r\n`)
  return `\uFEFF${lines.join('')}`
}

/** An instant as the zone's clock shows it, `yyyy-MM-dd HH:mm:ss`; empty where there is none. */
export function writeMoment(instant: string | null, timeZone: string): string {
  const parsed = parseInstant(instant)
  return parsed ? formatOffsetTime(parsed, timeZone).slice(0, 19).replace('T', ' ') : ''
}
