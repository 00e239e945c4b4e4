import Papa from 'papaparse'

/** A row's cells, and the line of the text that it begins in, from 1. */
export type Row = { cells: string[]; line: number }

type Cells = {
  rows: Row[]
  /** What makes the text unreadable, in words for the organiser; null where nothing does. */
  problem: string | null
}

const delimiters = [',', ';', '\t']
const looksLikeEmail = /^\s*"?[^\s,;"@]+@[^\s,;"@]+"?\s*$/
/** Of a long list the first rows tell how it is made. */
export const rowsLookedAt = 50
/** What Excel is told by in the first line: how the columns are separated. It is no row. */
const separatorLine = /^"?sep=(.)"?[ ]*(?=\n|$)/i

function parse(text: string, delimiter: string, preview = 0) {
  return Papa.parse<string[]>(text, { delimiter, newline: '\n', preview })
}

/** Every row that is not empty with its line; a quoted cell may hold several lines. */
function placeRows(rows: string[][]): Row[] {
  let next = 1
  return rows.flatMap((cells) => {
    const line = next
    next += cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 1)
    return cells.length === 1 && cells[0] === '' ? [] : [{ cells, line }]
  })
}

/**
 * The delimiter that leaves e-mails alone in their cells in most of the first rows; else the comma.
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
 * Takes the space away that people put between a comma and a quote: a quote counts only where its cell
 * begins. What stands inside quotes is left as it is.
 */
function closeGaps(text: string): string {
  if (!/[,;\t][ \u00A0]+"/.test(text)) return text
  return text.replaceAll(/"[^"]*(?:""[^"]*)*"|([,;\t])[ \u00A0]+(?=")/g, (all, mark) =>
    typeof mark === 'string' ? mark : all,
  )
}

/** The first rows of people, below a header or from the top. */
export function firstPeople(rows: Row[], header: number | null): Row[] {
  return rows.slice((header ?? -1) + 1, (header ?? 0) + rowsLookedAt)
}

function lineOf(text: string, index: number) {
  return text.slice(0, index).split('\n').length
}

/**
 * Reads CSV text: commas, semicolons, tabs or what `sep=` names, quoted cells with commas and line breaks, any line ends,
 * with or without a byte order mark. Specification, "Imports and export".
 */
export function readCells(text: string): Cells {
  const whole = closeGaps(text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n'))
  const named = separatorLine.exec(whole)?.[1]
  const lines = whole.replace(separatorLine, '')
  const { data, errors } = parse(lines, named ?? findDelimiter(lines))
  // A quote that never closes swallows every row after it: nothing of such a text can be trusted.
  const mistake = errors.find(({ type }) => type === 'Quotes')
  if (!mistake) return { rows: placeRows(data), problem: null }
  const line = lineOf(lines, mistake.index ?? 0)
  return { rows: [], problem: `A quotation mark in line ${line} does not close its cell.` }
}

/** Surrounding quotes of either kind; inside single ones an apostrophe may stand, as in O'Brien. */
const quoted = /^(?:"[^"]*"|'.*')$/s

/**
 * The value of a cell: trimmed, without surrounding quotes and without the guard of our own
 * exports.
 */
export function cleanCell(cell: string | undefined) {
  const value = (cell ?? '').trim()
  const bare = quoted.test(value) ? value.slice(1, -1).trim() : value
  return bare.replace(/^'(?=[=+\-@\t\r])/, '')
}
