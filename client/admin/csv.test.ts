import { expect, test } from 'vitest'
import { writeCsv, writeInstant } from './csv.ts'

test('every value is quoted, headers too, and quotes inside are doubled', () => {
  expect(writeCsv(['A', 'B'], [['plain', 'say "hi", twice\nor more']])).toBe(
    '\uFEFF"A","B"\r\n"plain","say ""hi"", twice\nor more"\r\n',
  )
})

test('a value that a spreadsheet would run is guarded, and no other is touched', () => {
  const dangerous = ['=1+1', '+27 82', '-5', '@SUM(A1)', '\tx', '\rx']
  const harmless = ['a=b', ' =1', 'Zoë 🎤', '']
  const [, ...lines] = writeCsv(
    ['V'],
    [...dangerous, ...harmless].map((value) => [value]),
  ).split('\r\n')
  expect(lines).toEqual([
    ...dangerous.map((value) => `"'${value}"`),
    ...harmless.map((value) => `"${value}"`),
    '',
  ])
})

test('moments are written by the clock of the display zone', () => {
  expect(writeInstant('2026-12-31T22:30:05.123Z', 'Africa/Johannesburg')).toBe(
    '2027-01-01 00:30:05',
  )
  expect(writeInstant('2026-07-01T12:00:00Z', 'America/New_York')).toBe('2026-07-01 08:00:00')
  expect(writeInstant(null, 'Africa/Johannesburg')).toBe('')
})
