import Papa from 'papaparse'

export type Cells = {
  rows: string[][]
  /** What makes the text unreadable, in words for the organiser; null where nothing does. */
  problem: string | null
}

const delimiters = [',', ';', '\t']
const looksLikeEmail = /^\s*"?[^\s,;"@]+@[^\s,;"@]+"?\s*$/
const rowsLookedAt = 50

function parse(text: string, delimiter: string, preview = 0) {
  return Papa.parse<string[]>(text, { delimiter, newline: '\n', preview, skipEmptyLines: true })
}

/** The delimiter that leaves e-mails alone in their cells in most of the first rows; else the comma. */
function findDelimiter(text: string): string {
  let best = { delimiter: ',', score: 0 }
  for (const delimiter of delimiters) {
    const wide = parse(text, delimiter, rowsLookedAt).data.filter((row) => row.length >= 3)
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

function lineOf(text: string, index: number) {
  return text.slice(0, index).split('\n').length
}

/**
 * Reads CSV text: commas, semicolons or tabs, quoted cells with commas and line breaks, any line ends,
 * with or without a byte order mark. Specification 5; decisions.md, "Imports and export".
 */
export function readCells(text: string): Cells {
  const lines = closeGaps(text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n'))
  const { data, errors } = parse(lines, findDelimiter(lines))
  // A quote that never closes swallows every row after it: nothing of such a text can be trusted.
  const mistake = errors.find(({ type }) => type === 'Quotes')
  if (!mistake) return { rows: data, problem: null }
  const line = lineOf(lines, mistake.index ?? 0)
  return { rows: [], problem: `A quotation mark in line ${line} does not close its cell.` }
}
