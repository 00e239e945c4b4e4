import { decode } from 'html-entities'
import Papa from 'papaparse'

/** A row's cells, and the number of its first line in the list, counted from 1. */
export type Row = { cells: string[]; line: number }

type Cells = {
  rows: Row[]
  /** Numbers of the lines with an unclosed quotation mark; these lines are skipped. */
  broken: number[]
}

const delimiters = [',', ';', '\t', '|']
const looksLikeEmail = /^\s*"?[^\s,;"@]+@[^\s,;"@]+"?\s*$/
/** Number of rows at the start of a list from which the delimiter and the columns' contents are detected. */
export const rowsLookedAt = 50
/** Matches the line `sep=;` with which Excel names the delimiter; this line is not a row. */
const separatorLine = /^"?sep=(.)"?[ ]*(?=\n|$)/i

function parse(text: string, delimiter: string, preview = 0) {
  return Papa.parse<string[]>(text, { delimiter, newline: '\n', preview })
}

/**
 * Returns the non-empty rows with their line numbers. A row may span several lines, because a quoted cell
 * can contain line breaks.
 */
function placeRows(rows: string[][], first = 1): Row[] {
  let next = first
  return rows.flatMap((cells) => {
    const line = next
    next += cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 1)
    return cells.length === 1 && cells[0] === '' ? [] : [{ cells, line }]
  })
}

/**
 * Returns the delimiter with which most of the first rows have a cell that contains only an email address.
 * The default is the comma.
 */
function findDelimiter(text: string): string {
  let best = { delimiter: ',', score: 0 }
  for (const delimiter of delimiters) {
    const wide = parse(text, delimiter, rowsLookedAt).data.filter((row) => row.length >= 2)
    const withEmail = wide.filter((row) => row.some((cell) => looksLikeEmail.test(cell)))
    const score = withEmail.length * rowsLookedAt + wide.length
    if (score > best.score) best = { delimiter, score }
  }
  return best.delimiter
}

/**
 * Removes spaces between a delimiter and a quotation mark, because the parser recognises quotation marks
 * only at the start of a cell. Does not change quoted text.
 */
function closeGaps(text: string): string {
  if (!/[,;\t|][ \u00A0]+"/.test(text)) return text
  return text.replaceAll(/"[^"]*(?:""[^"]*)*"|([,;\t|])[ \u00A0]+(?=")/g, (all, mark) =>
    typeof mark === 'string' ? mark : all,
  )
}

/** Returns the list without the outer quotation marks if every whole line is quoted; otherwise undefined. */
function unquoteLines(rows: string[][]): string | undefined {
  const first = rows.slice(0, rowsLookedAt).filter((row) => row.some(Boolean))
  const isWhole = ([cell = '', ...others]: string[]) =>
    others.length === 0 && delimiters.some((delimiter) => cell.includes(delimiter))
  if (first.length < 2 || !first.every(isWhole)) return undefined
  return rows.map(([cell = '']) => cell.replaceAll('\n', ' ')).join('\n')
}

const mostLinesOfRow = 30

/**
 * Parses a list in which a quotation mark is not closed, one row at a time: a parser of the whole text would lose all
 * rows after the mark.
 */
function readAroundQuotes(text: string, delimiter: string): Cells {
  const lines = text.split('\n')
  const cells: Cells = { rows: [], broken: [] }
  let at = 0
  while (at < lines.length) {
    const length = findRowLength(lines, at, delimiter)
    const row = lines.slice(at, at + (length ?? 1)).join('\n')
    if (length === undefined) cells.broken.push(at + 1)
    else cells.rows.push(...placeRows(parse(row, delimiter).data, at + 1))
    at += length ?? 1
  }
  return cells
}

/**
 * Returns how many lines the row that begins at line `at` spans, or undefined if a quotation mark in it is
 * never closed.
 */
function findRowLength(lines: string[], at: number, delimiter: string): number | undefined {
  const most = Math.min(mostLinesOfRow, lines.length - at)
  for (let length = 1; length <= most; length += 1) {
    const { data, errors } = parse(lines.slice(at, at + length).join('\n'), delimiter)
    const isRead = !errors.some(({ type }) => type === 'Quotes')
    // A cell in quotes that contains several lines and an email probably contains other rows, because its closing
    // quotation mark is missing.
    const hasSwallowed = data[0]?.some((cell) => cell.includes('\n') && cell.includes('@'))
    if (isRead) return hasSwallowed ? undefined : length
  }
  return undefined
}

/**
 * Parses CSV. Delimiters are commas, semicolons, tabs, pipes or the one that a `sep=` line names. Cells in
 * quotes may contain delimiters and line breaks. Lines quoted as a whole, all line endings and a byte order
 * mark are accepted.
 */
export function readCells(text: string): Cells {
  const whole = closeGaps(text.replace(/^\uFEFF+/, '').replaceAll(/\r\n?/g, '\n'))
  const named = separatorLine.exec(whole)?.[1]
  const lines = whole.replace(separatorLine, '')
  const delimiter = named ?? findDelimiter(lines)
  const { data, errors } = parse(lines, delimiter)
  if (errors.some(({ type }) => type === 'Quotes')) return readAroundQuotes(lines, delimiter)
  const unquoted = unquoteLines(data)
  if (unquoted === undefined) return { rows: placeRows(data), broken: [] }
  return { rows: placeRows(parse(unquoted, findDelimiter(unquoted)).data), broken: [] }
}

/** Matches text in double or single quotes. Text in single quotes may contain an apostrophe, as in O'Brien. */
const quoted = /^(?:"[^"]*"|'.*')$/s
/**
 * Matches invisible characters that have no meaning in names. Joiners and direction marks have one and are
 * not matched.
 */
const invisible = /[\u00AD\u200B\u2060\uFEFF]/g

/** Matches the apostrophe with which Greenroom's exports guard a cell against being read as a formula. */
export const exportGuard = /^'(?=[=+\-@\t\r])/

/**
 * Returns a cell's value without surrounding spaces, quotes and invisible characters, and with HTML
 * entities decoded. Removes the leading apostrophe with which Greenroom's exports guard against formulas.
 */
export function cleanCell(cell: string | undefined) {
  const value = (cell ?? '').replaceAll(invisible, '').replaceAll('\u00A0', ' ').trim()
  const bare = quoted.test(value) ? value.slice(1, -1).trim() : value
  const text = bare.includes('&') ? decode(bare, { scope: 'strict' }) : bare
  return text.replace(exportGuard, '')
}
