import { expect, test } from 'vitest'
import { createRowSearch } from './columns.ts'

type Row = { name: string; email: string; note: string }
const columns = [
  { header: 'Name', text: ({ name }: Row) => name, isSearched: true, width: 50 },
  { header: 'Email', text: ({ email }: Row) => email, isSearched: true, width: 50 },
  { header: 'Note', text: ({ note }: Row) => note, width: 50 },
]
const zoe = { name: 'Zoë Marchetti', email: 'zoe@bakery.example', note: 'secret' }
const amara = { name: 'Amara Dike', email: 'amara@trucks.example', note: '' }

test('every word must stand in a searched column, whatever its accents and letter case', () => {
  const search = createRowSearch([zoe, amara], columns)
  expect(search('BAKERY zoe')).toEqual([zoe])
  expect(search('Zoë')).toEqual([zoe])
  expect(
    createRowSearch([{ ...zoe, name: 'Łukasz Sørensen' }], columns)('lukasz SORENSEN'),
  ).toHaveLength(1)
  expect(search('zoe trucks')).toEqual([])
  expect(search('secret')).toEqual([])
})

test('without words the rows stay as they are', () => {
  const rows = [zoe, amara]
  expect(createRowSearch(rows, columns)('  ')).toBe(rows)
})
