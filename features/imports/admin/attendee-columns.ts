import { cleanCell, firstPeople, type Row, rowsLookedAt } from './read-cells.ts'

/** What a column of a list may hold, by the words in which the organiser chooses. */
export const columnNames = {
  firstName: 'First name',
  lastName: 'Last name',
  wholeName: 'Whole name, split here',
  email: 'E-mail',
  eventIdentifier: 'Event',
  company: 'Company',
  jobTitle: 'Job title',
} as const
export type Column = keyof typeof columnNames
export type Columns = ReadonlyMap<Column, number>

/** Where the people of a list begin and which column is which. */
export type Layout = {
  /** Which row is the header, from 0; null where the first is a person's. */
  header: number | null
  columns: Columns
  /** Whether it is the specified order or was read from a header; otherwise it is a guess. */
  isKnown: boolean
}

/** Those of the specification, by position. */
const inOrder: Columns = new Map(
  (['firstName', 'lastName', 'email', 'eventIdentifier', 'company', 'jobTitle'] as const).map(
    (column, index) => [column, index],
  ),
)

const words = (text: string) => text.split(' ')

/** How a header may call each column, in small letters without spaces and signs. */
const known: Record<Column, string[]> = {
  firstName: words('firstname attendeefirstname guestfirstname first givenname forename'),
  lastName: words(
    'lastname attendeelastname attendeesurname guestlastname last surname familyname',
  ),
  wholeName: words(
    'name fullname attendeename guestname participantname participant nameoriginalname usernameoriginalname displayname',
  ),
  email: words('email attendeeemail emailaddress attendeeemailaddress useremail mail'),
  eventIdentifier: words('event eventname eventid eventtitle eventoptional webinar'),
  company: words(
    'company companyname organisation organization companyoptional organisationname organizationname employer',
  ),
  jobTitle: words('jobtitle job title role position jobtitleoptional'),
}

/** What other systems write where our fourth to sixth columns stand, and is none of them. */
const foreign =
  /time|date|status|phone|mobile|address|city|country|region|state|zip|postal|order|ticket|quantity|price|source|attended|duration|consent|linkedin|link|url/

function isForeign(cell: string) {
  return foreign.test(cell) && !cell.startsWith('event')
}

/** Where the people of a text's rows begin and which column is which, as far as it says so itself. */
export function findLayout(rows: Row[]): Layout {
  const first = rows.slice(0, rowsLookedAt)
  const headers = first
    .map(({ cells }, header) => ({ header, columns: readHeader(cells) }))
    .filter(({ columns }) => missingOf(columns).length === 0)
    // Of lists put together the first may have none: nobody above the header of another is lost.
    .filter(() => !first.slice(0, 1).some(isPersonInOrder))
  // A report of Zoom has a table for each role, of which the one of the attendees says most.
  const best = headers.toSorted((one, other) => identity(other.columns) - identity(one.columns))[0]
  if (best) {
    const { header, columns } = best
    return { header, columns: fillInOrder(columns, rows[header]!.cells), isKnown: true }
  }
  const top = first[0] && readHeader(first[0].cells)
  if (top?.get('email') === 2) return { header: 0, columns: inOrder, isKnown: true }
  const emails = emailColumn(first)
  if (emails === undefined || emails === 2) return { header: null, columns: inOrder, isKnown: true }
  return layoutBelow(rows, guessHeader(first, emails))
}

/** The layout of a list whose header the organiser points out. */
export function layoutBelow(rows: Row[], header: number | null): Layout {
  const columns = new Map(header === null ? [] : readHeader(rows[header]?.cells ?? []))
  const emails = emailColumn(firstPeople(rows, header))
  if (!columns.has('email') && emails !== undefined) columns.set('email', emails)
  return { header, columns, isKnown: false }
}

/** What has to be chosen before anybody can be read. */
export function missingOf(columns: Columns): ('email' | 'name')[] {
  const hasName = columns.has('wholeName') || (columns.has('firstName') && columns.has('lastName'))
  return [
    ...(columns.has('email') ? [] : ['email' as const]),
    ...(hasName ? [] : ['name' as const]),
  ]
}

/** The same without its column of events: everybody is meant for what the organiser says. */
export function withoutEvents(layout: Layout): Layout {
  const columns = new Map(layout.columns)
  columns.delete('eventIdentifier')
  return { ...layout, columns }
}

function identity(columns: Columns) {
  return (['firstName', 'lastName', 'email'] as const).filter((column) => columns.has(column))
    .length
}

function isPersonInOrder({ cells: [firstName = '', lastName = '', email = ''] }: Row) {
  return email.includes('@') && `${firstName}${lastName}`.trim() !== ''
}

/** Which columns a row names; none where it is a person's. */
function readHeader(row: string[]): Columns {
  if (row.some((cell) => cell.includes('@'))) return new Map()
  const cells = row.map(toPlain)
  const found = new Map<Column, number>()
  for (const column of Object.keys(known) as Column[]) {
    const index = known[column].map((name) => cells.indexOf(name)).find((at) => at !== -1)
    if (index !== undefined) found.set(column, index)
  }
  // Beside a last name, 'Name' is the first one.
  const name = found.get('wholeName')
  if (name !== undefined && found.has('lastName') && !found.has('firstName')) {
    found.set('firstName', name)
    found.delete('wholeName')
  }
  return found
}

function toPlain(cell: string) {
  return cleanCell(cell)
    .toLowerCase()
    .replaceAll(/[^\p{L}]/gu, '')
}

/**
 * Where the first three stand as specified, those after them do too, whatever they are called: no event is lost
 * by its name. What is plainly something else is not taken for it.
 */
function fillInOrder(columns: Columns, header: string[]): Columns {
  const isInOrder = [...inOrder].slice(0, 3).every(([column, at]) => columns.get(column) === at)
  if (!isInOrder) return columns
  const cells = header.map(toPlain)
  const filled = new Map(columns)
  const taken = new Set(columns.values())
  for (const [column, at] of inOrder) {
    if (!filled.has(column) && !taken.has(at) && !isForeign(cells[at] ?? '')) filled.set(column, at)
  }
  return filled
}

/** The column with the most e-mails; the third where it has as many; undefined where there are none. */
function emailColumn(rows: Row[]): number | undefined {
  const counts = new Map<number, number>()
  for (const { cells } of rows) {
    for (const [at, cell] of cells.entries()) {
      if (cell.includes('@')) counts.set(at, (counts.get(at) ?? 0) + 1)
    }
  }
  const most = Math.max(0, ...counts.values())
  if (most === 0) return undefined
  return counts.get(2) === most ? 2 : [...counts].find(([, count]) => count === most)?.[0]
}

/** The row above the first e-mail, where it is as wide as that and names its columns all the same. */
function guessHeader(rows: Row[], emails: number): number | null {
  const firstPerson = rows.findIndex(({ cells }) => cells[emails]?.includes('@'))
  const above = rows[firstPerson - 1]
  const isHeader = above && above.cells.length > emails && above.cells[emails]?.trim() !== ''
  return isHeader ? firstPerson - 1 : null
}
