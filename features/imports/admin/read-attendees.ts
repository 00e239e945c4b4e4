import { type Column, findLayout, type Layout, missingOf } from './attendee-columns.ts'
import { cleanCell, readCells, type Row } from './read-cells.ts'
import { splitName } from './split-name.ts'

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

export type AttendeeList = {
  attendees: Attendee[]
  /** The line of the header, and whether others stand above it. */
  header: { line: number; isFirst: boolean } | null
  /** Rows that are left out: short ones, and those without a name or an e-mail. */
  leftOut: number
  problem: string | null
  /** What it was read from, for whoever matches the columns by hand. */
  rows: Row[]
  layout: Layout
}

/** What the organiser said of one list: it holds as long as its header stands where it stood. */
export type ChosenLayout = { layout: Layout; of: string }

export function choiceOf(rows: Row[], layout: Layout): ChosenLayout {
  return { layout, of: describeRows(rows, layout) }
}

function describeRows(rows: Row[], { header }: Layout) {
  return JSON.stringify(header === null ? rows[0]?.cells.length : rows[header]?.cells)
}

/**
 * The people of a CSV text, ready to be sent. Rows that cannot be anybody are dropped silently.
 * Specification, "Imports and export".
 */
export function readAttendees(text: string, chosen?: ChosenLayout): AttendeeList {
  const { rows, problem } = readCells(text)
  const isOf = chosen !== undefined && chosen.of === describeRows(rows, chosen.layout)
  const layout = isOf ? chosen.layout : findLayout(rows)
  const { header, columns } = layout
  const people = header === null ? rows : rows.slice(header + 1)
  const attendees =
    missingOf(columns).length > 0 ? [] : people.flatMap((row) => readAttendee(row, layout) ?? [])
  const leftOut = people.length - attendees.length
  const line = header === null ? undefined : rows[header]?.line
  return {
    attendees,
    header: line === undefined ? null : { line, isFirst: header === 0 },
    leftOut,
    problem,
    rows,
    layout,
  }
}

function readAttendee({ cells, line }: Row, { columns }: Layout): Attendee | undefined {
  const value = (column: Column) => cleanCell(cells[columns.get(column) ?? -1])
  const email = value('email')
  const parts = { firstName: value('firstName'), lastName: value('lastName') }
  const whole = parts.firstName || parts.lastName ? '' : value('wholeName')
  // Who has one name only is told of, not dropped: the last name is asked for in the preview.
  const person = { ...(whole ? splitName(whole) : parts), email }
  if (!person.firstName || !person.email || (!person.lastName && !whole)) return undefined
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
