import { expect, test } from 'vitest'
import { findBannedWords } from '#tests/support/banned-words.ts'
import { readSources } from '#tests/support/source-tree.ts'

test('no name in code says a word that the glossary replaced', () => {
  const sources = readSources().filter(({ path }) => !path.includes('banned-words'))
  expect(sources.flatMap(findBannedWords)).toEqual([])
})

test('a banned word in a name is found, wherever the name stands', () => {
  const planted = [
    'const dueMatter = 1',
    'function add(delivery: Row) {}',
    '<DeskTable rows={rows} />',
    'await tellOfRegistration(tx)',
    'const text = `about ${evening.title}`',
    `import { getMe } from './get-me.ts'`,
    'const { joinUrl } = row.seatTry',
    'export type Letter = { subject: string }',
  ]
  const silent = planted.filter(
    (text) => findBannedWords({ path: 'shared/planted.ts', text }).length === 0,
  )
  expect(silent).toEqual([])
})

test('prose, texts and what is stored may hold the words that names may not', () => {
  const text = [
    '/** A matter of the evening, as the desk tells it. */',
    `const label = 'Take my seat'`,
    '<p>There is no seat at this address. The evening goes on next door.</p>',
    'const row = { deliveryId: id, webinarSeat }',
    'sql`select d.occasion from old_deliveries d where ${isOpen}`',
    'const isDesk = /desk|evening/.test(path)'.replace('isDesk', 'isAdmin'),
  ].join('\n')
  expect(findBannedWords({ path: 'shared/sound.tsx', text })).toEqual([])
})
