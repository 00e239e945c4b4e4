import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { InterruptedList, rowReader } from './list-query.ts'

function read(pieces: string[]) {
  const reader = rowReader<unknown>()
  const rows = pieces.flatMap((piece) => reader.push(piece))
  return { rows, reader }
}

/** Writes a list like the server: one row per line. */
function writeLines(rows: unknown[]) {
  return `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`
}

/** Cuts a text at the given places. */
function cut(text: string, places: number[]) {
  const ends = [...new Set(places.map((place) => place % (text.length + 1)))].toSorted(
    (one, other) => one - other,
  )
  return [...ends, text.length].map((end, index) => text.slice(ends[index - 1] ?? 0, end))
}

const list = fc.array(fc.jsonValue())
const places = fc.array(fc.nat(5000), { maxLength: 40 })
const writers = fc.constantFrom(writeLines, JSON.stringify, (rows: unknown) =>
  JSON.stringify(rows, undefined, 1),
)

test('however a list is cut, its rows come whole and in their order', () => {
  fc.assert(
    fc.property(list, places, writers, (rows, at, write) => {
      const { rows: given, reader } = read(cut(write(rows), at))
      expect([...given, ...reader.end()]).toEqual(JSON.parse(JSON.stringify(rows)))
    }),
  )
})

test('a list without its end is never complete, and what came of it is its beginning', () => {
  fc.assert(
    fc.property(list, places, fc.nat(), (rows, at, lost) => {
      const text = writeLines(rows).trimEnd()
      const { rows: given, reader } = read(cut(text.slice(0, lost % text.length), at))
      expect(() => reader.end()).toThrow(InterruptedList)
      expect(given).toEqual(JSON.parse(JSON.stringify(rows)).slice(0, given.length))
    }),
  )
})

test('rows are given as soon as they are whole, brackets and quotes in their text or not', () => {
  const reader = rowReader<{ name: string }>()
  expect(reader.push(' [\n{"name":"]}, \\"')).toEqual([])
  expect(reader.push('"},\n{"name":"\\\\"},\n{"na')).toEqual([{ name: ']}, "' }, { name: '\\' }])
  expect(reader.push('me":"c"}\n]\n')).toEqual([])
  expect(reader.end()).toEqual([{ name: 'c' }])
})

test.for(['{"message":"no list"}', '[1] [2]', '[1}', 'null', '[{"a":1},nonsense,'])(
  'the answer %s is no list and is refused as interrupted',
  (text) => {
    expect(() => read([text]).reader.end()).toThrow(InterruptedList)
  },
)
