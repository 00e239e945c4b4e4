import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { columnReader, InterruptedList } from './list-query.ts'

const lines = [
  { id: [3, 2], name: ['Zoë', 'a "line\\n"'] },
  { id: [1], name: [null] },
].map((columns) => `${JSON.stringify(columns)}\n`)
const rows = [
  { id: 3, name: 'Zoë' },
  { id: 2, name: 'a "line\\n"' },
  { id: 1, name: null },
]

test('however columns are cut, their rows come whole and in their order, as soon as a line is', () => {
  const text = `${lines.join('')}[]\n`
  fc.assert(
    fc.property(fc.array(fc.nat(text.length)), (places) => {
      const ends = [...places.toSorted((one, other) => one - other), text.length]
      const reader = columnReader()
      const given = ends.flatMap((end, index) => reader.push(text.slice(ends[index - 1] ?? 0, end)))
      expect([...given, ...reader.end()]).toEqual(rows)
    }),
  )
  expect(columnReader().push(lines.join(''))).toEqual(rows)
})

test.for([...lines, '', '[]', `[]\n${lines[0]}`])(
  'without the end mark at its end %j is interrupted',
  (text) => {
    const reader = columnReader()
    reader.push(text)
    expect(() => reader.end()).toThrow(InterruptedList)
  },
)
