import { matchableTitle } from '#features/imports/rules.ts'
import {
  answerRole,
  attendeeColumns,
  dateText,
  foreignHeader,
  halfName,
  headerWords,
  isOurHeader,
  isOurWord,
  isPlainText,
  isStatus,
  meetingRole,
  negativeHeader,
  noCell,
  otherStatusHeader,
  plainStatusHeader,
  reasonHeader,
  roleHeader,
  type Role,
  statusHeader,
  toPlain,
  yesCell,
} from './column-labels.ts'
import type { Table } from './list-tables.ts'
import { cleanCell, rowsLookedAt } from './read-cells.ts'

/** A column of the list and its role, such as `email`. Columns without a role are ignored. */
export type Column = {
  at: number
  /** The header, or a name such as `Column 3` if there is none. */
  name: string
  plain: string
  cells: string[]
  role: Role | undefined
  /** True if a yes or a date in this column, such as `Unsubscribed`, excludes the person from the import. */
  isNegative: boolean
  /**
   * True if the header fits a question of the registration form, but also another column or field. The organiser then
   * chooses.
   */
  isAmbiguous?: boolean
}

export type Choices = Record<number, Role | null>

/** Roles of the columns in the documented list format, in order. */
const inOrder = Object.values(attendeeColumns)

/**
 * Determines what each column of a table contains, such as emails: by the organiser's choice, otherwise by header and
 * cells. `events` contains titles and ids of this site's events, `questions` the names of the registration forms'
 * questions by matchable header.
 * `isKnown` in the result: whether headers or column order are those of the documented format, so that the organiser
 * need not confirm them.
 */
export function matchColumns(
  table: Table,
  choices: Choices,
  events: ReadonlySet<string> | undefined,
  questions: ReadonlyMap<string, string> = new Map(),
): { columns: Column[]; isKnown: boolean } {
  const { header, rows } = table
  const isOurs = header ? isOurHeader(header.cells, questions) : isInOrder(table)
  const first = rows.slice(0, rowsLookedAt)
  const width = Math.max(header?.cells.length ?? 0, ...first.map(({ cells }) => cells.length), 0)
  const columns = Array.from({ length: width }, (_, at): Column => {
    const text = cleanCell(header?.cells[at]).replaceAll(/\s+/g, ' ')
    const cells = first.map((row) => cleanCell(row.cells[at])).filter(Boolean)
    const plain = toPlain(text)
    const isNegative = negativeHeader.test(plain) && !statusHeader.test(plain)
    return { at, name: text || `Column ${at + 1}`, plain, cells, role: undefined, isNegative }
  })
  matchQuestions(columns, questions, isOurs)
  const isKnown = isOurs && !columns.some(({ isAmbiguous }) => isAmbiguous)
  if (header) proposeRoles(columns, isOurs ? undefined : { events, rows })
  else if (isKnown) for (const [at, role] of inOrder.entries()) assign(columns[at], role)
  else assign([...columns].sort((one, other) => countAt(other) - countAt(one))[0], 'email')
  for (const column of columns) {
    const chosen = choices[column.at]
    if (chosen !== undefined) column.role = chosen ?? undefined
  }
  return {
    columns: columns.filter(
      ({ name, cells, at }) => cells.length > 0 || name !== `Column ${at + 1}`,
    ),
    isKnown,
  }
}

/**
 * Gives columns whose headers are names of questions the role of their answers. A header that also fits a field, such
 * as 'Company', or another column is ambiguous.
 */
function matchQuestions(
  columns: Column[],
  questions: ReadonlyMap<string, string>,
  isOurs: boolean,
) {
  const named = columns.filter(({ name }) => !(isOurs && isOurWord(name)))
  const byQuestion = Map.groupBy(named, ({ name }) => questions.get(matchableTitle(name)))
  for (const [question, found] of byQuestion) {
    if (question === undefined) continue
    for (const column of found) {
      const fitsField = Object.values(headerWords).some((words) => words.test(column.plain))
      const isById = column.name.trim().endsWith(')')
      column.isAmbiguous = found.length > 1 || (fitsField && !isById)
      if (!column.isAmbiguous) column.role = answerRole(question)
    }
  }
}

function assign(column: Column | undefined, role: Role) {
  if (column) column.role = role
}

function countAt({ cells }: Column) {
  return cells.filter((cell) => cell.includes('@')).length
}

type Evidence = { events: ReadonlySet<string> | undefined; rows: Table['rows'] }

/**
 * Determines for each role, such as `email`, the first column whose header and cells fit. If the headers are those of
 * the documented format, the cells need not fit.
 */
function proposeRoles(columns: Column[], evidence: Evidence | undefined) {
  for (const role of Object.keys(headerWords) as (keyof typeof headerWords)[]) {
    const named = columns.filter(
      ({ plain, role: taken, isAmbiguous }) =>
        taken === undefined &&
        !isAmbiguous &&
        headerWords[role].test(plain) &&
        !foreignHeader.test(plain),
    )
    const agreeing = evidence ? named.filter((column) => agrees(column, role, evidence)) : named
    // Prefer a column whose header names the attendee, such as 'Attendee email', to one with a neutral
    // header, such as 'Email'.
    assign(
      agreeing.find(({ plain }) => /attendee|guest|participant|teilnehmer|asistente/.test(plain)) ??
        agreeing[0],
      role,
    )
  }
  if (!evidence) return
  if (!columns.some(({ role }) => role === 'email'))
    assign(findOnlyEmails(columns, evidence), 'email')
  const has = (role: Role) => columns.some((column) => column.role === role)
  const half = columns.find(
    ({ plain, role, isAmbiguous }) =>
      !isAmbiguous && halfName.test(plain) && (role ?? 'fullName') === 'fullName',
  )
  if (half && agrees(half, 'firstName', evidence)) {
    if (has('firstName') && has('lastName')) assign(half, 'fullName')
    else if (has('lastName')) half.role = 'firstName'
    else if (has('firstName') && !repeatsFirstName(half, columns, evidence)) half.role = 'lastName'
    else half.role = 'fullName'
  }
  const full = columns.find(({ role }) => role === 'fullName')
  if (full && has('firstName') && has('lastName') && !isNeeded(columns, evidence))
    full.role = undefined
  for (const column of columns)
    if (column.role === undefined && !column.isAmbiguous && isStatusColumn(column, evidence.rows))
      column.role = 'status'
}

/**
 * If exactly one column contains email addresses, returns it, even if its header does not say so, such as 'Contact'.
 */
function findOnlyEmails(columns: Column[], evidence: Evidence): Column | undefined {
  const found = columns.filter((column) => agrees(column, 'email', evidence))
  const [only] = found
  const isFree = only?.role === undefined && !foreignHeader.test(only?.plain ?? '')
  return found.length === 1 && isFree ? only : undefined
}

/** Returns whether the column `Name` contains whole names, although the list has a first-name column, too. */
function repeatsFirstName(half: Column, columns: Column[], { rows }: Evidence) {
  const first = columns.find(({ role }) => role === 'firstName')?.at ?? -1
  return rows.slice(0, rowsLookedAt).some(({ cells }) => {
    const [whole, part] = [cleanCell(cells[half.at]), cleanCell(cells[first])]
    return part !== '' && whole.startsWith(`${part} `)
  })
}

/**
 * Returns whether the column with whole names must be read although there are columns for first and last name, because
 * these are empty in some rows.
 */
function isNeeded(columns: Column[], { rows }: Evidence) {
  const parts = columns.filter(({ role }) => role === 'firstName' || role === 'lastName')
  const full = columns.find(({ role }) => role === 'fullName')?.at ?? -1
  return rows
    .slice(0, rowsLookedAt)
    .some(({ cells }) => cleanCell(cells[full]) && parts.some(({ at }) => !cleanCell(cells[at])))
}

function agrees({ cells }: Column, role: Role, { events }: Evidence): boolean {
  const most = (isRight: (cell: string) => boolean) =>
    cells.length > 0 && cells.filter(isRight).length * 2 > cells.length
  if (role === 'email') return most((cell) => cell.includes('@'))
  if (role === 'eventIdentifier') return cells.some((cell) => events?.has(matchableTitle(cell)))
  // Accept numbers as names of companies, such as 1021.
  if (role === 'company') return most((cell) => isPlainText(cell) || /^\d+$/.test(cell))
  return most(isPlainText)
}

/** A column with more different values than this does not count as a column of statuses. */
const mostStatuses = 12

/**
 * Returns whether a column contains statuses, such as 'Approved', or marks, such as a yes under 'Unsubscribed'. Reads
 * all rows, because the first mark may be far down the list.
 */
function isStatusColumn({ plain, at, isNegative }: Column, rows: Table['rows']): boolean {
  const values = countValues(rows, at)
  if (isNegative) {
    const isMark = (cell: string) => yesCell.test(cell) || noCell.test(cell) || dateText.test(cell)
    const hasMarks = reasonHeader.test(plain) || consistOf(isMark, values)
    return hasMarks && rows.some(({ cells }) => !noCell.test(cleanCell(cells[at])))
  }
  if (roleHeader.test(plain)) return consistOf((cell) => meetingRole.test(cell), values)
  if (otherStatusHeader.test(plain)) return false
  if (plainStatusHeader.test(plain) && values.size <= mostStatuses)
    return consistOf((cell) => isStatus(cell) || isPlainText(cell), values)
  return statusHeader.test(plain) && consistOf(isStatus, values)
}

function countValues(rows: Table['rows'], at: number) {
  const counts = new Map<string, number>()
  for (const { cells } of rows) {
    const cell = cells[at]?.trim()
    if (cell) counts.set(cell, (counts.get(cell) ?? 0) + 1)
    if (counts.size === rowsLookedAt) break
  }
  return counts
}

/** Returns whether `isOfKind` is true for most of a column's cells, counted either by rows or by different values. */
function consistOf(isOfKind: (cell: string) => boolean, values: ReadonlyMap<string, number>) {
  const right = [...values].filter(([cell]) => isOfKind(cleanCell(cell)))
  const sum = (some: Iterable<[string, number]>) =>
    [...some].reduce((total, [, count]) => total + count, 0)
  return right.length * 2 > values.size || sum(right) * 2 > sum(values)
}

/** Returns whether a table without headers has the columns of the documented list format, in the same order. */
function isInOrder({ rows }: Table): boolean {
  if (rows.some(({ cells }) => cells.slice(inOrder.length).some((cell) => cell.trim())))
    return false
  if ([4, 5].some((at) => consistOf(isStatus, countValues(rows, at)))) return false
  const people = rows.slice(0, rowsLookedAt).filter(({ cells }) => cells.length >= 3)
  const areRight = people.every(
    ({ cells: [firstName = '', lastName = '', , , company = '', jobTitle = ''] }) =>
      [firstName, lastName, company, jobTitle].every(
        (cell) => cell.trim() === '' || isPlainText(cell),
      ),
  )
  const events = people.map(({ cells }) => cleanCell(cells[3])).filter(Boolean)
  const areEvents = events.every((cell) => !cell.includes('@') && !dateText.test(cell))
  const withEmail = people.filter(({ cells }) => cells[2]?.includes('@'))
  return areRight && areEvents && withEmail.length * 2 > people.length
}

/**
 * Returns which of email and name no column contains yet. The organiser must assign them before the list can be
 * imported.
 */
export function findMissing(columns: Column[]): ('email' | 'name')[] {
  const has = (role: Role) => columns.some((column) => column.role === role)
  const hasName = has('fullName') || (has('firstName') && has('lastName'))
  return [...(has('email') ? [] : (['email'] as const)), ...(hasName ? [] : (['name'] as const))]
}
