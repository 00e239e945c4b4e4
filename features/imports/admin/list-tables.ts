import { emailHeader, isPlainText, toPlain } from './column-labels.ts'
import { cleanCell, type Row } from './read-cells.ts'

/**
 * One table of a pasted or uploaded list. A report from Zoom contains one table for each role in the
 * meeting.
 */
export type Table = {
  /** The title of the table, from the line above its header; empty if there is none. */
  title: string
  /** Column names. Null if the table has no header row. */
  header: Row | null
  rows: Row[]
}

const longestTitle = 80
const attendees =
  /attendee|participant|registrant|registration|guest|teilnehmer|asistente|participante|inscrit|invit[ée]/i

/** Returns the tables in a pasted or uploaded text that contain email addresses, in their order in the text. */
export function findTables(rows: Row[]): Table[] {
  if (rows[0] === undefined) return []
  if (isPersonInOrder(rows[0])) return [{ title: '', header: null, rows }]
  const tables: Table[] = []
  let current: Table | undefined
  for (const [at, row] of rows.entries()) {
    if (isHeader(row)) {
      const title = soleCell(rows[at - 1]) ?? ''
      if (title) current?.rows.pop()
      const same = tables.find((table) => title === '' && hasSameCells(table.header, row))
      current = same ?? { title, header: row, rows: [] }
      if (!same) tables.push(current)
    } else if (isTitle(row, rows[at + 1])) current = undefined
    else current?.rows.push(row)
  }
  const withEmails = tables.filter((table) => table.rows.some(hasAt))
  return withEmails.length > 0 ? withEmails : [guessTable(rows)]
}

/**
 * Returns the index of the table to preselect: the first whose title names attendees, otherwise the one
 * with the most email addresses.
 */
export function preferTable(tables: Table[]): number {
  const named = tables.findIndex(({ title }) => attendees.test(title))
  if (named !== -1) return named
  const lengths = tables.map(({ rows }) => rows.filter(hasAt).length)
  return Math.max(0, lengths.indexOf(Math.max(...lengths)))
}

/**
 * If no header was recognised, returns all rows as one table. The row above the first email address is its header if it
 * contains only names of columns.
 */
function guessTable(rows: Row[]): Table {
  const first = rows.findIndex(hasAt)
  const column = rows[first]?.cells.findIndex((cell) => cell.includes('@')) ?? -1
  const above = rows[first - 1]
  const isNamed = above && above.cells[column]?.trim() && above.cells.every(isPlainText)
  if (isNamed) return { title: '', header: above, rows: rows.slice(first) }
  // No row contains an email. Treat the first row as the header, so that the organiser sees which columns the list has.
  if (first === -1) return { title: '', header: rows[0] ?? null, rows: rows.slice(1) }
  return { title: '', header: null, rows }
}

function isPersonInOrder({ cells: [firstName = '', lastName = '', email = ''] }: Row) {
  return email.includes('@') && [firstName, lastName].every(isPlainText)
}

function hasAt({ cells }: Row) {
  return cells.some((cell) => cell.includes('@'))
}

function isHeader(row: Row) {
  return !hasAt(row) && row.cells.some((cell) => emailHeader.test(toPlain(cell))) && isWide(row)
}

function isWide({ cells }: Row) {
  return cells.filter((cell) => cell.trim()).length >= 2
}

/** Returns the text of a row's first cell if all other cells are empty, otherwise undefined. */
function soleCell(row: Row | undefined): string | undefined {
  if (!row || isWide(row) || hasAt(row)) return undefined
  const text = cleanCell(row.cells[0])
  return text.length > longestTitle ? undefined : text || undefined
}

/** Returns whether a row is the title of another table, that is, a single filled cell before a header row. */
function isTitle(row: Row, next: Row | undefined) {
  return (
    soleCell(row) !== undefined &&
    next !== undefined &&
    isWide(next) &&
    !hasAt(next) &&
    next.cells.every((cell) => isPlainText(cell))
  )
}

function hasSameCells(header: Row | null, row: Row) {
  return header !== null && header.cells.join('\n') === row.cells.join('\n')
}
