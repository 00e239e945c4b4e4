import { decode } from 'html-entities'
import Papa from 'papaparse'

/** A row's cells and the line number at which it begins, from 1. */
export type Row = { cells: string[]; line: number }

type Cells = {
  rows: Row[]
  /** Lines with an unclosed quotation mark; they are skipped. */
  broken: number[]
}

const delimiters = [',', ';', '\t', '|']
const looksLikeEmail = /^\s*"?[^\s,;"@]+@[^\s,;"@]+"?\s*$/
/** Number of rows that are examined to detect the format. */
export const rowsLookedAt = 50
/** Matches Excel's `sep=` line, which names the delimiter and is not a row. */
const separatorLine = /^"?sep=(.)"?[ ]*(?=\n|$)/i

function parse(text: string, delimiter: string, preview = 0) {
  return Papa.parse<string[]>(text, { delimiter, newline: '\n', preview })
}

/** Returns the non-empty rows with their line numbers. A quoted cell may span several lines. */
function placeRows(rows: string[][], first = 1): Row[] {
  let next = first
  return rows.flatMap((cells) => {
    const line = next
    next += cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 1)
    return cells.length === 1 && cells[0] === '' ? [] : [{ cells, line }]
  })
}

/**
 * Returns the delimiter that leaves email addresses alone in their cells in most of the first rows;
 * by default the comma.
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
 * Removes spaces between a delimiter and a quotation mark, because a quotation mark counts only at
 * the start of a cell. Quoted text is unchanged.
 */
function closeGaps(text: string): string {
  if (!/[,;\t|][ \u00A0]+"/.test(text)) return text
  return text.replaceAll(/"[^"]*(?:""[^"]*)*"|([,;\t|])[ \u00A0]+(?=")/g, (all, mark) =>
    typeof mark === 'string' ? mark : all,
  )
}

/** Returns the text of a list in which each whole line is quoted; otherwise undefined. */
function unquoteLines(rows: string[][]): string | undefined {
  const first = rows.slice(0, rowsLookedAt).filter((row) => row.some(Boolean))
  const isWhole = ([cell = '', ...others]: string[]) =>
    others.length === 0 && delimiters.some((delimiter) => cell.includes(delimiter))
  if (first.length < 2 || !first.every(isWhole)) return undefined
  return rows.map(([cell = '']) => cell.replaceAll('\n', ' ')).join('\n')
}

const mostLinesOfRow = 30

/** Parses a text with an unclosed quotation mark row by row, so that only the faulty line is lost. */
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

/** Returns the number of lines of the row at `at`; undefined if its quotation mark is never closed. */
function findRowLength(lines: string[], at: number, delimiter: string): number | undefined {
  const most = Math.min(mostLinesOfRow, lines.length - at)
  for (let length = 1; length <= most; length += 1) {
    const { data, errors } = parse(lines.slice(at, at + length).join('\n'), delimiter)
    const isRead = !errors.some(({ type }) => type === 'Quotes')
    // If a quoted cell contains the email addresses of other lines, its closing quotation mark is
    // missing.
    const hasSwallowed = data[0]?.some((cell) => cell.includes('\n') && cell.includes('@'))
    if (isRead) return hasSwallowed ? undefined : length
  }
  return undefined
}

/**
 * Parses CSV. Accepts commas, semicolons, tabs, pipes or the `sep=` delimiter; quoted cells with
 * delimiters and line breaks; lines quoted as a whole; any line ends; a byte order mark.
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

/** Matches text in quotes of either kind. Single quotes may contain an apostrophe, as in O'Brien. */
const quoted = /^(?:"[^"]*"|'.*')$/s
/** Invisible characters without meaning in names. Joiners and direction marks are kept. */
const invisible = /[\u00AD\u200B\u2060\uFEFF]/g

/**
 * Returns a cell's value without surrounding space, quotes, the formula guard of Greenroom's
 * exports, HTML entities and invisible characters.
 */
export function cleanCell(cell: string | undefined) {
  const value = (cell ?? '').replaceAll(invisible, '').replaceAll('\u00A0', ' ').trim()
  const bare = quoted.test(value) ? value.slice(1, -1).trim() : value
  const text = bare.includes('&') ? decode(bare, { scope: 'strict' }) : bare
  return text.replace(/^'(?=[=+\-@\t\r])/, '')
}
