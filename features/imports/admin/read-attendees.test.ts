import { expect, test } from 'vitest'
import { growthOf } from '#tests/support/count-characters.ts'
import { readAttendees, readList } from './read-attendees.ts'

const ann = { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com' }

const read = (text: string) => readAttendees(readList(text))

function people(text: string) {
  return read(text).attendees.map(({ line: _line, ...person }) => person)
}

test('six columns are read in the order of the specification, trimmed', () => {
  expect(people(' Ann , Lee ,ann@example.com, The last mile , Acme ,Founder ')).toEqual([
    { ...ann, eventIdentifier: 'The last mile', company: 'Acme', jobTitle: 'Founder' },
  ])
})

test.each([
  ['a quoted comma', '"Acme, Inc."', 'Acme, Inc.'],
  ['a quoted line break', '"Acme\nInc."', 'Acme\nInc.'],
  ['a quoted line break of Windows', '"Acme\r\nInc."', 'Acme\nInc.'],
  ['doubled quotes', '"Acme ""Best"" Inc."', 'Acme "Best" Inc.'],
  ['quotes in the middle', 'Acme "Best" Inc.', 'Acme "Best" Inc.'],
  ['a space before the quote', ' "Acme, Inc."', 'Acme, Inc.'],
  ['a comma and a space inside quotes', '"Acme, ""Inc"""', 'Acme, "Inc"'],
  ['accents and emoji', 'Café Zoë 🎉', 'Café Zoë 🎉'],
  ['the guard of an export', `'=Acme`, '=Acme'],
  ['an apostrophe of a name', `'t Hooft`, `'t Hooft`],
  ['single quotes around it', `'Acme'`, 'Acme'],
  ['single quotes around an apostrophe', ` 'O'Brien Ltd' `, `O'Brien Ltd`],
])('a cell with %s is read as it was meant', (_name, cell, value) => {
  expect(people(`Ann,Lee,ann@example.com,,${cell},CEO\nBob,Ray,bob@example.com`)).toEqual([
    { ...ann, company: value, jobTitle: 'CEO' },
    { firstName: 'Bob', lastName: 'Ray', email: 'bob@example.com' },
  ])
})

test.each([
  ['line feeds', '\n'],
  ['carriage returns and line feeds', '\r\n'],
  ['carriage returns', '\r'],
])('lines may end with %s, and a byte order mark is no part of the first name', (_name, end) => {
  const text = `\uFEFFAnn,Lee,ann@example.com${end}Bob,Ray,bob@example.com${end}`
  expect(people(text).map(({ firstName }) => firstName)).toEqual(['Ann', 'Bob'])
})

test('line ends of several kinds may stand in one text', () => {
  expect(people('Ann,Lee,a@b.co\r\nBob,Ray,b@b.co\nCy,Day,c@b.co\r\nDee,May,d@b.co')).toHaveLength(
    4,
  )
})

test.each(['', 'null', 'NULL', ' Null ', '"null"'])(
  'the event %j means video access only and is not sent',
  (cell) => {
    expect(people(`Ann,Lee,ann@example.com,${cell},Acme`)).toEqual([{ ...ann, company: 'Acme' }])
  },
)

test('every person has the line of the file that they begin in, whatever was left out before', () => {
  const text =
    'sep=;\r\nFirst Name;Last Name;Email;Event;Company\r\n\r\nAnn;Lee;a@b.co;;"Acme\r\nInc."\r\nshort\r\nBob;Ray;b@b.co'
  const { attendees, skipped } = read(text)
  expect(attendees.map(({ firstName, company, line }) => [firstName, company, line])).toEqual([
    ['Ann', 'Acme\nInc.', 4],
    ['Bob', undefined, 7],
  ])
  expect(skipped).toEqual([{ line: 6, name: 'short', email: '', reason: 'No email address' }])
})

test.each([
  ['sep=;', ';'],
  ['"sep=,"', ','],
  ['SEP=|', '|'],
])('%s in the first line names what separates the columns, and is no row', (first, mark) => {
  const row = ['Ann', 'Lee', 'ann@example.com', 'null', 'Acme'].join(mark)
  expect(read(`\uFEFF${first}\n${row}`)).toMatchObject({
    attendees: [{ ...ann, company: 'Acme', line: 2 }],
    skipped: [],
  })
})

test('short rows and rows without a name or an e-mail are skipped, each with its reason', () => {
  const rows = [
    'Ann,Lee',
    '',
    ',,,',
    ',Lee,a@b.co',
    'Ann,,a@b.co',
    'Ann,Lee, ,x',
    'Ann,Lee,ok@b.co',
  ]
  const { attendees, skipped } = read(rows.join('\n'))
  expect(attendees).toEqual([{ ...ann, email: 'ok@b.co', line: 7 }])
  expect(skipped.map(({ line, reason }) => [line, reason])).toEqual([
    [1, 'No email address'],
    [3, 'No email address'],
    [4, 'No first name'],
    [5, 'No last name'],
    [6, 'No email address'],
  ])
})

test.each([
  ['semicolons', ';'],
  ['tabs', '\t'],
])('columns may be separated by %s, whatever commas stand in the cells', (_name, mark) => {
  const row = (name: string) =>
    [name, 'Lee', 'ann@example.com', 'Trucks, borders, patience, and more', 'Acme'].join(mark)
  expect(people(`${row('Ann')}\n${row('Ann')}`)).toEqual(
    Array.from({ length: 2 }, () => ({
      ...ann,
      eventIdentifier: 'Trucks, borders, patience, and more',
      company: 'Acme',
    })),
  )
})

test('the documented columns may stand in any order below their names', () => {
  const { attendees, isAsked } = read(
    'E-mail;Surname;Company;First Name;Event\nann@example.com;Lee;Acme;Ann;7',
  )
  expect(isAsked).toBe(false)
  expect(attendees).toEqual([{ ...ann, company: 'Acme', eventIdentifier: '7', line: 2 }])
})

test('the admin area’s own export is read without being asked', () => {
  const { attendees, isAsked } = read(
    '"ID","First Name","Last Name","Email","Company","Job Title","Receive Updates"\n"4","Ann","Lee","ann@example.com","Acme","CEO","No"',
  )
  expect(isAsked).toBe(false)
  expect(attendees).toEqual([{ ...ann, company: 'Acme', jobTitle: 'CEO', line: 2 }])
})

test('a list of people that the admin area exported is read without being asked', () => {
  const header = 'First Name,Last Name,Email,Company,Job Title,Registrations,Emails Bounce,Added On'
  const list = read(`${header}\nAnn,Lee,ann@example.com,Acme,Founder,2,Yes,27 Nov 2026`)
  expect(list.isAsked).toBe(false)
  expect(list.attendees).toHaveLength(1)
})

test('a first row with an e-mail in it is a person, whatever that person is called', () => {
  expect(people('First,Last,email@example.com')).toEqual([
    { firstName: 'First', lastName: 'Last', email: 'email@example.com' },
  ])
})

test.each([
  ['never closes', 'Ann,Lee,ann@example.com\nBob,"Ray,b@b.co\nCy,Day,c@b.co', 2],
  [
    'closes in the middle of a cell',
    'Ann,Lee,ann@example.com\n"Bob" B,Ray,b@b.co\nCy,Day,c@b.co',
    2,
  ],
])('a quotation mark that %s costs its own line only', (_name, text, line) => {
  const { attendees, broken, skipped } = read(text)
  expect(attendees.map(({ firstName }) => firstName)).toEqual(['Ann', 'Cy'])
  expect(broken).toEqual([line])
  expect(skipped).toMatchObject([{ line, reason: 'A quotation mark is not closed' }])
})

test.each([
  ['pipes', 'First Name|Last Name|Email\nAnn|Lee|ann@example.com'],
  ['quotes around each line', '"First Name,Last Name,Email"\n"Ann,Lee,ann@example.com"'],
  [
    'two byte order marks',
    '\uFEFF\uFEFF"First Name","Last Name","Email"\n"Ann","Lee","ann@example.com"',
  ],
  ['HTML entities', 'First Name,Last Name,Email\n&#65;nn,L&eacute;e,ann@example.com'],
  ['invisible characters', 'First Name,Last Name,Email\n\u00A0Ann\u200B,Lee\u00A0,ann@example.com'],
])('a list with %s is read', (_name, text) => {
  const lastName = text.includes('eacute') ? 'Lée' : 'Lee'
  expect(read(text)).toMatchObject({ isAsked: false, attendees: [{ ...ann, lastName, line: 2 }] })
})

test('twice as many quoted rows are twice as much work', () => {
  const readMany = (size: number) => {
    const rows = Array.from(
      { length: size },
      (_, row) => `"Ann","Lee","ann${row}@example.com","Trucks, borders","Acme",Founder`,
    )
    expect(people(rows.join('\r\n'))).toHaveLength(size)
  }
  expect(growthOf(readMany)).toBeLessThan(2.5)
})

test('the only column of email addresses is the email column, whatever its header', () => {
  const roleOf = (text: string, header: string) =>
    read(text).columns.find(({ name }) => name === header)?.role
  const one = 'Name,Contact,Role\nAnn Lee,ann@example.com,CEO\nBob Ray,bob@example.com,CTO'
  expect(roleOf(one, 'Contact')).toBe('email')
  expect(read(one).isAsked).toBe(true)
  const two = 'Name,Contact,Reach\nAnn Lee,ann@example.com,a@b.co\nBob Ray,bob@example.com,b@b.co'
  expect(roleOf(two, 'Contact')).toBeUndefined()
  expect(roleOf(one.replace('Contact', 'Invited by'), 'Invited by')).toBeUndefined()
})
