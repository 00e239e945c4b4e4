import Papa from 'papaparse'

/** One row of a list of attendees. Specification, "Imports and export". */
export type Attendee = {
  firstName: string
  lastName: string
  email: string
  eventIdentifier?: string
  company?: string
  jobTitle?: string
  /** Where it stands in the text, from 1. */
  line: number
}
type Column = Exclude<keyof Attendee, 'line'>

export type AttendeeList = {
  attendees: Attendee[]
  hasHeader: boolean
  /** Rows that are left out: short ones, and those without a name or an e-mail. */
  leftOut: number
  problem: string | null
}

const order: Column[] = ['firstName', 'lastName', 'email', 'eventIdentifier', 'company', 'jobTitle']

/** How a header may call each column, in small letters without spaces and signs. */
const names: Record<Column, string[]> = {
  firstName: ['firstname', 'first', 'givenname', 'name', 'forename'],
  lastName: ['lastname', 'last', 'surname', 'familyname'],
  email: ['email', 'emailaddress', 'mail'],
  eventIdentifier: ['event', 'eventname', 'eventid', 'eventtitle', 'eventoptional', 'webinar'],
  company: ['company', 'companyname', 'organisation', 'organization', 'companyoptional'],
  jobTitle: ['jobtitle', 'job', 'title', 'role', 'position', 'jobtitleoptional'],
}

/** Surrounding quotes of either kind; inside single ones an apostrophe may stand, as in O'Brien. */
const quoted = /^(?:"[^"]*"|'.*')$/s

/**
 * The value of a cell: trimmed, without surrounding quotes and without the guard of our own
 * exports.
 */
function clean(cell: string | undefined) {
  const value = (cell ?? '').trim()
  const bare = quoted.test(value) ? value.slice(1, -1).trim() : value
  return bare.replace(/^'(?=[=+\-@\t\r])/, '')
}

/**
 * Which column stands where, read from a header row; undefined where the row is a person's. A header
 * that names only the e-mail counts where that stands third, as specified. Where the first three stand
 * as specified, those after them do too, whatever they are called: no event is lost by its name.
 */
function readHeader(row: string[]): Map<Column, number> | undefined {
  const cells = row.map((cell) =>
    clean(cell)
      .toLowerCase()
      .replaceAll(/[^\p{L}]/gu, ''),
  )
  if (row.some((cell) => cell.includes('@'))) return undefined
  const found = new Map<Column, number>()
  for (const column of order) {
    const index = names[column].map((name) => cells.indexOf(name)).find((at) => at !== -1)
    if (index !== undefined) found.set(column, index)
  }
  const isInOrder = order.slice(0, 3).every((column, index) => found.get(column) === index)
  if (isInOrder) {
    const taken = new Set(found.values())
    for (const [column, index] of byPosition) {
      if (!found.has(column) && !taken.has(index)) found.set(column, index)
    }
  }
  if (found.has('firstName') && found.has('lastName') && found.has('email')) return found
  return found.get('email') === 2 && row.length >= 3 ? byPosition : undefined
}

const byPosition = new Map(order.map((column, index) => [column, index]))

/**
 * The people of a CSV text, ready to be sent. Rows that cannot be anybody are dropped silently.
 * Specification, "Imports and export".
 */
export function readAttendees(text: string): AttendeeList {
  const { rows, problem } = readCells(text)
  const header = rows[0] && readHeader(rows[0].cells)
  const columns = header ?? byPosition
  const people = header ? rows.slice(1) : rows
  const attendees = people.flatMap((row) => readAttendee(row, columns) ?? [])
  const leftOut = people.length - attendees.length
  return { attendees, hasHeader: header !== undefined, leftOut, problem }
}

function readAttendee({ cells, line }: Row, columns: Map<Column, number>): Attendee | undefined {
  const value = (column: Column) => clean(cells[columns.get(column) ?? -1])
  const person = {
    firstName: value('firstName'),
    lastName: value('lastName'),
    email: value('email'),
  }
  if (cells.length < 3 || !person.firstName || !person.lastName || !person.email) return undefined
  const eventIdentifier = value('eventIdentifier')
  const [company, jobTitle] = [value('company'), value('jobTitle')]
  return {
    ...person,
    ...(eventIdentifier && eventIdentifier.toLowerCase() !== 'null' && { eventIdentifier }),
    ...(company && { company }),
    ...(jobTitle && { jobTitle }),
    line,
  }
}

/** A row's cells, and the line of the text that it begins in, from 1. */
type Row = { cells: string[]; line: number }

export type Cells = {
  rows: Row[]
  /** What makes the text unreadable, in words for the organiser; null where nothing does. */
  problem: string | null
}

const delimiters = [',', ';', '\t']
const looksLikeEmail = /^\s*"?[^\s,;"@]+@[^\s,;"@]+"?\s*$/
const rowsLookedAt = 50
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
 * Reads CSV text: commas, semicolons, tabs or what `sep=` names, quoted cells with commas and line breaks, any line ends,
 * with or without a byte order mark. Specification, "Imports and export".
 */
function readCells(text: string): Cells {
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
