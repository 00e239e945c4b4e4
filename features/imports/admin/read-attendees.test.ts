import { expect, test } from 'vitest'
import { growthOf } from '#tests/support/count-characters.ts'
import { readAttendees } from './read-attendees.ts'

const ann = { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com' }

function people(text: string) {
  return readAttendees(text).attendees.map(({ line: _line, ...person }) => person)
}

test('six columns are read in the order of the specification, trimmed', () => {
  expect(people(' Ann , Lee ,ann@example.com, The last mile , Acme ,Founder ')).toEqual([
    { ...ann, eventIdentifier: 'The last mile', company: 'Acme', jobTitle: 'Founder' },
  ])
})

test('a seventh column and those after it are ignored', () => {
  expect(people('Ann,Lee,ann@example.com,7,Acme,Founder,more,and more')).toEqual([
    { ...ann, eventIdentifier: '7', company: 'Acme', jobTitle: 'Founder' },
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
    'sep=;\r\nFirst;Last;Email;Event;Company\r\n\r\nAnn;Lee;a@b.co;;"Acme\r\nInc."\r\nshort\r\nBob;Ray;b@b.co'
  const { attendees, header, leftOut } = readAttendees(text)
  expect(attendees.map(({ firstName, company, line }) => [firstName, company, line])).toEqual([
    ['Ann', 'Acme\nInc.', 4],
    ['Bob', undefined, 7],
  ])
  expect([header, leftOut]).toEqual([{ line: 2, isFirst: true }, 1])
})

test.each([
  ['sep=;', ';'],
  ['"sep=,"', ','],
  ['SEP=|', '|'],
])('%s in the first line names what separates the columns, and is no row', (first, mark) => {
  const row = ['Ann', 'Lee', 'ann@example.com', 'null', 'Acme'].join(mark)
  expect(readAttendees(`\uFEFF${first}\n${row}`)).toMatchObject({
    attendees: [{ ...ann, company: 'Acme', line: 2 }],
    header: null,
    leftOut: 0,
    problem: null,
  })
})

test('short and empty rows and rows without a name or an e-mail are dropped', () => {
  const list = readAttendees(
    [
      'Ann,Lee',
      '',
      '   ',
      ',,,',
      ',Lee,a@b.co',
      'Ann,,a@b.co',
      'Ann,Lee, ,x',
      'Ann,Lee,ok@b.co',
    ].join('\n'),
  )
  expect(list.attendees).toEqual([{ ...ann, email: 'ok@b.co', line: 8 }])
  expect(list).toMatchObject({ header: null, leftOut: 6, problem: null })
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

test('a header is recognised, and then the columns may stand in any order', () => {
  const list = readAttendees(
    'E-mail;Surname;Company;First Name;Event\nann@example.com;Lee;Acme;Ann;7',
  )
  expect(list.header).toEqual({ line: 1, isFirst: true })
  expect(list.attendees).toEqual([{ ...ann, company: 'Acme', eventIdentifier: '7', line: 2 }])
})

test('the columns of the admin area’s own export are read by their names', () => {
  const list = readAttendees(
    '"ID","First Name","Last Name","Email","Company","Job Title"\n"4","Ann","Lee","ann@example.com","Acme","CEO"',
  )
  expect(list.attendees).toEqual([{ ...ann, company: 'Acme', jobTitle: 'CEO', line: 2 }])
})

test.each(['Event title or ID', 'Events', 'Session', 'Which evening?'])(
  'the fourth column is the event, though its header calls it “%s”',
  (name) => {
    const text = `First Name,Last Name,Email,${name},Organization name,Position title\nThandi,Nkosi,t@example.com,12,Karoo,Founder`
    expect(people(text)).toEqual([
      {
        firstName: 'Thandi',
        lastName: 'Nkosi',
        email: 't@example.com',
        eventIdentifier: '12',
        company: 'Karoo',
        jobTitle: 'Founder',
      },
    ])
  },
)

test('of two columns that may be the first name, the one that says so is', () => {
  const [person] = people(
    'Name,First Name,Last Name,Email\nThandi Nkosi,Thandi,Nkosi,t@example.com',
  )
  expect(person).toEqual({ firstName: 'Thandi', lastName: 'Nkosi', email: 't@example.com' })
})

test('a header in another language is skipped where the e-mail stands third', () => {
  const list = readAttendees('Vorname,Nachname,E-Mail\nAnn,Lee,ann@example.com')
  expect(list).toMatchObject({
    attendees: [{ ...ann, line: 2 }],
    header: { line: 1 },
    leftOut: 0,
    problem: null,
  })
})

test('a first row with an e-mail in it is a person, whatever that person is called', () => {
  expect(people('First,Last,email@example.com')).toEqual([
    { firstName: 'First', lastName: 'Last', email: 'email@example.com' },
  ])
})

test.each([
  ['never closes', 'Ann,Lee,a@b.co\nBob,"Ray,b@b.co\nCy,Day,c@b.co', 2],
  ['closes in the middle of a cell', '"Ann" B,Lee,a@b.co\nBob,Ray,b@b.co', 1],
])(
  'a quotation mark that %s makes the text unreadable, and its line is named',
  (_name, text, line) => {
    expect(readAttendees(text)).toMatchObject({
      attendees: [],
      header: null,
      leftOut: 0,
      problem: `A quotation mark in line ${line} does not close its cell.`,
    })
  },
)

test('twice as many quoted rows are twice as much work', () => {
  const read = (size: number) => {
    const rows = Array.from(
      { length: size },
      (_, row) => `"Ann","Lee","ann${row}@example.com","Trucks, borders","Acme",Founder`,
    )
    expect(people(rows.join('\r\n'))).toHaveLength(size)
  }
  expect(growthOf(read)).toBeLessThan(2.5)
})
