import { decode } from 'html-entities'
import Papa from 'papaparse'

/** A row's cells, and the line of the text that it begins in, from 1. */
export type Row = { cells: string[]; line: number }

type Cells = {
  rows: Row[]
  /** Lines with a quotation mark that does not close its cell; they are left out. */
  broken: number[]
}

const delimiters = [',', ';', '\t', '|']
const looksLikeEmail = /^\s*"?[^\s,;"@]+@[^\s,;"@]+"?\s*$/
/** The first rows of a long list tell how it is made. */
export const rowsLookedAt = 50
/** The first line by which Excel learns what separates the columns. It is no row. */
const separatorLine = /^"?sep=(.)"?[ ]*(?=\n|$)/i

function parse(text: string, delimiter: string, preview = 0) {
  return Papa.parse<string[]>(text, { delimiter, newline: '\n', preview })
}

/** Every row that is not empty with its line; a quoted cell may hold several lines. */
function placeRows(rows: string[][], first = 1): Row[] {
  let next = first
  return rows.flatMap((cells) => {
    const line = next
    next += cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 1)
    return cells.length === 1 && cells[0] === '' ? [] : [{ cells, line }]
  })
}

/** The delimiter that leaves e-mails alone in their cells in most of the first rows; else the comma. */
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
 * Takes the space away that people put between a delimiter and a quote: a quote counts only where its
 * cell begins. Quoted text is left as it is.
 */
function closeGaps(text: string): string {
  if (!/[,;\t|][ \u00A0]+"/.test(text)) return text
  return text.replaceAll(/"[^"]*(?:""[^"]*)*"|([,;\t|])[ \u00A0]+(?=")/g, (all, mark) =>
    typeof mark === 'string' ? mark : all,
  )
}

/** The text of a list whose every line is quoted as a whole; undefined for any other. */
function unquoteLines(rows: string[][]): string | undefined {
  const first = rows.slice(0, rowsLookedAt).filter((row) => row.some(Boolean))
  const isWhole = ([cell = '', ...others]: string[]) =>
    others.length === 0 && delimiters.some((delimiter) => cell.includes(delimiter))
  if (first.length < 2 || !first.every(isWhole)) return undefined
  return rows.map(([cell = '']) => cell.replaceAll('\n', ' ')).join('\n')
}

const mostLinesOfRow = 30

/** Reads a text with a stray quotation mark row by row, so that only its own line is lost. */
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

/** How many lines the row that begins here has; undefined where no quotation mark closes it. */
function findRowLength(lines: string[], at: number, delimiter: string): number | undefined {
  const most = Math.min(mostLinesOfRow, lines.length - at)
  for (let length = 1; length <= most; length += 1) {
    const { data, errors } = parse(lines.slice(at, at + length).join('\n'), delimiter)
    const isRead = !errors.some(({ type }) => type === 'Quotes')
    // A cell that swallows the addresses of other lines was not closed where it should be.
    const hasSwallowed = data[0]?.some((cell) => cell.includes('\n') && cell.includes('@'))
    if (isRead) return hasSwallowed ? undefined : length
  }
  return undefined
}

/**
 * Reads CSV text: commas, semicolons, tabs, pipes or what `sep=` names, quoted cells with delimiters and
 * line breaks, lines quoted as a whole, any line ends, with or without byte order marks.
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

/** Surrounding quotes of either kind; inside single ones an apostrophe may stand, as in O'Brien. */
const quoted = /^(?:"[^"]*"|'.*')$/s
/** Invisible characters that mean nothing in a name; joiners and direction marks may. */
const invisible = /[\u00AD\u200B\u2060\uFEFF]/g

/**
 * The value of a cell: trimmed, without surrounding quotes, the guard of our own exports, HTML entities
 * and invisible characters.
 */
export function cleanCell(cell: string | undefined) {
  const value = (cell ?? '').replaceAll(invisible, '').replaceAll('\u00A0', ' ').trim()
  const bare = quoted.test(value) ? value.slice(1, -1).trim() : value
  const text = bare.includes('&') ? decode(bare, { scope: 'strict' }) : bare
  return text.replace(/^'(?=[=+\-@\t\r])/, '')
}
