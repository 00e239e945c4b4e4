import { joinName } from '#features/imports/rules.ts'
import { questionOf, type Role } from './column-labels.ts'
import { findTables, preferTable, type Table } from './list-tables.ts'
import { type Choices, type Column, findMissing, matchColumns } from './match-columns.ts'
import { listStatuses, type Status, type StatusChoices, statusFilter } from './list-statuses.ts'
import { cleanCell, exportGuard, readCells, type Row } from './read-cells.ts'

/** A person in the imported list, with either first and last name or a whole name, which the server splits. */
export type Attendee = {
  firstName: string
  lastName: string
  fullName?: string
  email: string
  eventIdentifier?: string
  company?: string
  jobTitle?: string
  /** Answers to questions of the registration form, by the question's name. */
  answers?: Record<string, string>
  line: number
}

export type SkippedRow = { line: number; name: string; email: string; reason: string }

/** The tables that were found in the imported text, before it is known what each column contains. */
export type List = { tables: Table[]; broken: number[]; hasEmails: boolean }

/**
 * The organiser's choices for a list: which table to read, what each column contains, and which statuses to import.
 */
export type Matching = {
  /**
   * Headers, first row and last row of the list for which the choices were made, to recognise it after small
   * corrections.
   */
  of: [headers: string, first: string, last: string]
  table?: number
  choices: Choices
  statuses: StatusChoices
  /** True if the column matching is expanded; undefined until the organiser opens or closes it. */
  isOpen?: boolean
}

export type AttendeeList = List & {
  table: number
  columns: Column[]
  statuses: Status[]
  missing: ('email' | 'name')[]
  /** True if the organiser must match or confirm the columns before rows are read. */
  isAsked: boolean
  isKnown: boolean
  attendees: Attendee[]
  skipped: SkippedRow[]
  matching: Matching
}

export function readList(text: string): List {
  const { rows, broken } = readCells(text)
  return { tables: findTables(rows), broken, hasEmails: text.includes('@') }
}

/**
 * Returns the attendees of a list, and every skipped row with the reason. If columns remain to be matched,
 * returns no attendees.
 */
export function readAttendees(
  list: List,
  earlier?: Matching,
  events?: ReadonlySet<string>,
  questions?: ReadonlyMap<string, string>,
): AttendeeList {
  const of = describe(list)
  const isSame = earlier !== undefined && isSameList(earlier.of, of)
  const matching = isSame ? earlier : { of, choices: {}, statuses: {} }
  const table = matching.table ?? preferTable(list.tables)
  const { header = null, rows = [] } = list.tables[table] ?? {}
  const chosen = { title: '', header, rows }
  const { columns, isKnown } = matchColumns(chosen, matching.choices, events, questions)
  const missing = findMissing(columns)
  const isMatchable = columns.length >= 2 && list.hasEmails
  const isAsked = isMatchable && (matching.isOpen ?? !isKnown)
  const statuses = listStatuses(rows, columns, matching.statuses)
  const read = { attendees: [] as Attendee[], skipped: [] as SkippedRow[] }
  if (isMatchable && !isAsked && missing.length === 0) readRows(rows, columns, { statuses, read })
  // Only one table of the file is imported. Report the rows of the other tables as skipped.
  for (const other of isAsked ? [] : list.tables.filter((_, at) => at !== table)) {
    for (const { cells, line } of other.rows) {
      const email = cleanCell(cells.find((cell) => cell.includes('@')))
      const reason = `Section: ${other.title || `line ${other.header?.line ?? 1}`}`
      if (email) read.skipped.push({ line, name: '', email, reason })
    }
  }
  for (const line of list.broken) {
    read.skipped.push({
      line,
      name: '',
      email: '',
      reason: 'A quotation mark is not closed',
    })
  }
  const matched = { table, columns, statuses, missing, isAsked, isKnown, matching }
  return { ...list, ...matched, ...read }
}

function describe({ tables }: List): Matching['of'] {
  const headers = tables.map(({ header }) => header?.cells ?? null)
  const ends = [tables[0]?.rows[0], tables.at(-1)?.rows.at(-1)]
  const [first, last] = ends.map((row) => JSON.stringify(row?.cells ?? []))
  return [JSON.stringify(headers), first ?? '', last ?? '']
}

/**
 * Returns whether two lists are the same list, possibly after corrections: the headers are equal, and so is the first
 * or the last row.
 */
function isSameList([headers, first, last]: Matching['of'], other: Matching['of']) {
  return headers === other[0] && (first === other[1] || last === other[2])
}

type Reading = {
  statuses: Status[]
  read: { attendees: Attendee[]; skipped: SkippedRow[] }
}

function readRows(rows: Row[], columns: Column[], { statuses, read }: Reading) {
  const places = new Map<Role, number>()
  for (const { role, at } of columns) if (role) places.set(role, at)
  const particle = columns.find(({ plain, role }) => !role && particleHeader.test(plain))?.at
  const findStatus = statusFilter(columns, statuses)
  for (const row of rows) {
    const attendee = readRow(row, places, particle)
    const status = findStatus(row)
    const reason = describeMissing(attendee) ?? status
    if (reason === undefined) read.attendees.push(attendee)
    else {
      const { line, email } = attendee
      read.skipped.push({ line, email, name: nameOf(attendee), reason })
    }
  }
}

export function nameOf({ fullName, ...name }: Attendee): string {
  return fullName ?? joinName(name)
}

function describeMissing({ firstName, lastName, fullName, email }: Attendee): string | undefined {
  if (!email) return 'No email address'
  if (fullName) return undefined
  if (!firstName) return lastName ? 'No first name' : 'No name'
  return lastName ? undefined : 'No last name'
}

/**
 * Matches the header of the column with Dutch name particles such as 'van den', which precede the last
 * name.
 */
const particleHeader = /^tussenvoegsels?$/

function readRow(
  { cells, line }: Row,
  places: ReadonlyMap<Role, number>,
  particle: number | undefined,
): Attendee {
  const value = (role: Role) => cleanCell(cells[places.get(role) ?? -1])
  const before = particle === undefined ? '' : cleanCell(cells[particle])
  const parts = {
    firstName: value('firstName'),
    lastName: `${before} ${value('lastName')}`.trim(),
  }
  const fullName = parts.firstName && parts.lastName ? '' : value('fullName')
  const eventIdentifier = value('eventIdentifier')
  const [company, jobTitle] = [value('company'), value('jobTitle')]
  const answers = [...places].flatMap(([role, at]) => {
    const question = questionOf(role)
    const answer = (cells[at] ?? '').trim().replace(exportGuard, '')
    return question && answer ? [[question, answer] as const] : []
  })
  return {
    ...(fullName ? { firstName: '', lastName: '', fullName } : parts),
    email: value('email'),
    ...(eventIdentifier && eventIdentifier.toLowerCase() !== 'null' && { eventIdentifier }),
    ...(company && { company }),
    ...(jobTitle && { jobTitle }),
    ...(answers.length > 0 && { answers: Object.fromEntries(answers) }),
    line,
  }
}
