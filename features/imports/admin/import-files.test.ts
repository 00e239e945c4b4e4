import { expect, test } from 'vitest'
import { readListFile } from '#client/admin/read-list-file.ts'
import { newBatchId } from '#client/api/new-batch-id.ts'
import { attendeeColumns } from './column-labels.ts'
import { pickFailedRows, writeFailedRows } from './import-results.tsx'
import { readAttendees, readList, type Attendee } from './read-attendees.ts'
import { importInParts, type Part, sumResults } from './use-import.ts'

const rows: Attendee[] = [
  { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com', line: 2 },
  {
    firstName: 'Zoë',
    lastName: 'D"Arc, Ph.D.',
    email: 'zoe@',
    eventIdentifier: 'No, such\nevent',
    company: '=HYPERLINK("x")',
    line: 5,
  },
  { firstName: '-Bob', lastName: 'Ray', email: '@@', jobTitle: '+1', line: 9 },
]

test('the rows that failed come back from their file exactly as they were sent', () => {
  const errors = ['Row 5: Valid email is required, found "zoe@"', 'Row 9: two\nlines, "quoted"']
  const failed = pickFailedRows(rows, errors)
  expect(failed.map(({ error }) => error)).toEqual(errors.map((line) => line.slice(7)))
  const file = writeFailedRows(failed, attendeeColumns)
  expect(file).toMatch(
    /^\uFEFF"First Name","Last Name","Email","Event","Company","Job Title","Error"\r\n/,
  )
  expect(file).toContain(`"'=HYPERLINK(""x"")"`)
  const again = readAttendees(readList(file))
  const places = [{ line: 2 }, { line: 4 }]
  const attendees = rows.slice(1).map((row, index) => ({ ...row, ...places[index] }))
  expect(again).toMatchObject({ attendees, isAsked: false, skipped: [] })
})

test('a list goes in parts of 250 with one batch and the number of each first row', async () => {
  const list = Array.from({ length: 625 }, (_, row) => row)
  const sent: unknown[] = []
  const answered: number[] = []
  const send = async ({ rows: part, batchId, firstRow }: Part<number>) =>
    sent.push([part.length, part[0], batchId, firstRow])
  const follow = {
    onAnswer: (_: number, count: number) => answered.push(count),
    isStopped: () => false,
  }
  await importInParts({ rows: list, from: 0, batchId: 'b' }, send, follow)
  expect(sent).toEqual([
    [250, 0, 'b', 1],
    [250, 250, 'b', 251],
    [125, 500, 'b', 501],
  ])
  expect(answered).toEqual([250, 500, 625])
})

test('an import that is stopped or fails goes on with the first part that was not answered', async () => {
  const list = { rows: Array.from({ length: 750 }), batchId: 'b' }
  const from: number[] = []
  let answered = 0
  const send = async ({ firstRow }: { firstRow: number }) => {
    from.push(firstRow)
    if (from.length === 2) throw new Error('the line is dead')
  }
  const onAnswer = (_: void, count: number) => void (answered = count)
  const goOn = (stopAt?: number) =>
    importInParts({ ...list, from: answered }, send, {
      onAnswer,
      isStopped: () => answered === stopAt,
    })
  await expect(goOn()).rejects.toThrow('the line is dead')
  await goOn(500)
  expect(answered).toBe(500)
  await goOn()
  expect(from).toEqual([1, 251, 251, 501])
})

test('results of parts are added up, and their errors are concatenated', () => {
  const one = { imported: 2, updated: 1, errors: ['Row 4: x'] }
  const two = { imported: 5, updated: 0, errors: ['Row 1001: y'] }
  const sum = { imported: 7, updated: 1, errors: ['Row 4: x', 'Row 1001: y'] }
  expect(sumResults(sumResults(null, one), two)).toEqual(sum)
})

test('a list that only some parts have stays in the sum', () => {
  const over = { errors: [], eventsOverCapacity: [{ id: 1 }] }
  const other: Partial<typeof over> & { errors: string[] } = { errors: [] }
  expect(sumResults(sumResults<typeof other>(null, over), other)).toEqual(over)
  expect(sumResults(sumResults(null, other), over)).toEqual(over)
})

test('batch ids are long, unlike each other, and of the characters that the server takes', () => {
  const ids = Array.from({ length: 50 }, newBatchId)
  expect(new Set(ids).size).toBe(50)
  for (const id of ids) expect(id).toMatch(/^[\w.:-]{32}$/)
})

const accents = 'Zoë,Müller,zoe@example.com'

test.each([
  ['UTF-8', new TextEncoder().encode(accents)],
  ['UTF-16 with its mark', new Uint8Array(new Uint16Array([0xfeff, ...utf16(accents)]).buffer)],
  ['UTF-16 without its mark', new Uint8Array(new Uint16Array(utf16(accents)).buffer)],
  ['UTF-8 that was read as Western', new TextEncoder().encode('ZoÃ«,MÃ¼ller,zoe@example.com')],
  ['the encoding of Windows', Uint8Array.from(accents, (letter) => letter.codePointAt(0)!)],
])('a file in %s keeps its accents', async (_name, bytes) => {
  const [reading] = await readBytes(bytes)
  expect(readAttendees(readList(reading?.text ?? '')).attendees).toEqual([
    { firstName: 'Zoë', lastName: 'Müller', email: 'zoe@example.com', line: 1 },
  ])
})

function readBytes(bytes: BlobPart) {
  return readListFile(new File([bytes], 'list.csv'))
}

function utf16(text: string) {
  return Array.from({ length: text.length }, (_, index) => text.charCodeAt(index))
}

function encode(text: string, label: string) {
  const decoder = new TextDecoder(label)
  const places = new Map(
    Array.from({ length: 256 }, (_, at) => [decoder.decode(Uint8Array.of(at)), at]),
  )
  return Uint8Array.from(text, (letter) => places.get(letter) ?? 0x3f)
}

test.each([
  ['macintosh', 'Zoë,van der Merwe,z@x.org\nRené,Lefèvre,r@x.org\nJosé,Muñoz,j@x.org'],
  ['windows-1250', 'Štěpán,Dvořák,s@x.org\nŁukasz,Wiśniewski,l@x.org'],
  ['windows-1251', 'Иван,Петров,i@x.org\nОльга,Смирнова,o@x.org'],
])('a file in %s is detected', async (label, text) => {
  const [reading] = await readBytes(encode(text, label))
  expect(reading?.text).toBe(text)
})

test('the sample words of unsure readings are those that differ', async () => {
  const header = 'Prénom;Nom;Courriel;Société;Désabonné;Désinscrit le'
  const people = ['Élodie;Château;elodie@example.com;Crème & Fils', 'Noël;Œuvrard;noel@example.com']
  const readings = await readBytes(encode([header, ...people].join('\n'), 'windows-1252'))
  const samples = readings.map(({ name, sample }) => [name, sample.split(', ')[0]])
  expect(samples).toContainEqual(['Western European (Windows)', 'Crème'])
  expect(samples).toContainEqual(['Central European', 'Crčme'])
})

test('a file whose encoding is unsure has several readings, each with sample words', async () => {
  const samplesOf = async (bytes: BlobPart) => (await readBytes(bytes)).map(({ sample }) => sample)
  const unsure = encode('Zoë,Großmann,z@x.org\nRené,Müller,r@x.org', 'windows-1252')
  expect((await samplesOf(unsure))[0]).toBe('Zoë, Großmann, René, Müller')
  const garbled = new TextEncoder().encode('JÃ¼rgen,MÃ¼ller,j@x.org')
  expect(await samplesOf(garbled)).toEqual(['Jürgen, Müller', 'JÃ¼rgen, MÃ¼ller'])
})

test.each([
  ['a spreadsheet', [0x50, 0x4b, 3, 4], 'list.xlsx is a spreadsheet. Please save it as CSV first.'],
  ['a picture', [1, 2, 0, 4], 'list.xlsx is not a text file.'],
])('%s is no list, and the message says so', async (_name, bytes, message) => {
  const file = new File([Uint8Array.from(bytes)], 'list.xlsx')
  await expect(readListFile(file)).rejects.toThrow(message)
})
