import { expect, test } from 'vitest'
import { growthOf } from '#tests/support/count-characters.ts'
import { findEmails, splitCrowdedLines } from './find-emails.ts'

function found(text: string) {
  return findEmails(text).emails.map(({ email }) => email)
}

test.each([
  ['a plain e-mail', 'ann@example.com', 'ann@example.com'],
  ['a row of a CSV file', '"Lee","Ann","ann@example.com","Acme, Inc."', 'ann@example.com'],
  ['a name and angle brackets', 'Ann Lee <ann.lee@mail.example.com>', 'ann.lee@mail.example.com'],
  [
    'every letter that counts',
    'x aA0._%+-z@sub-domain.example.travel.',
    'aA0._%+-z@sub-domain.example.travel',
  ],
  ['two e-mails', 'ann@example.com; bob@example.com', 'ann@example.com'],
  ['an @ sign before the e-mail', '@ann wrote from ann@example.com', 'ann@example.com'],
])('of a line with %s the first e-mail is taken', (_name, line, email) => {
  expect(found(line)).toEqual([email])
})

test.each([
  ['r&d@x.org', 'r&d@x.org'],
  ["Pat O'Brien <o'brien@x.org>", "o'brien@x.org"],
  ['o’brien@x.org', 'o’brien@x.org'],
  ['jürgen@x.org', 'jürgen@x.org'],
  ['ann@example.com2', 'ann@example.com2'],
])('%s gives an error, not access to another person', (line, email) => {
  expect(findEmails(`\n${line}`)).toMatchObject({ emails: [], unreadable: [{ email, line: 2 }] })
})

test.each([
  ["'ann@example.com', *bob*", 'ann@example.com'],
  ['mailto:ann@example.com.', 'ann@example.com'],
  ['50%@x.org', '50%@x.org'],
  ['ama\u200Bra@x.org', 'amara@x.org'],
  ['Amara|amara@x.org|Karoo', 'amara@x.org'],
  ['\u00A0amara@x.org\u00A0', 'amara@x.org'],
  ['Jürgen <jm@büro.example>, again', 'jm@xn--bro-hoa.example'],
])('%s is cleaned before its address is read', (line, email) => {
  expect(findEmails(line)).toMatchObject({ emails: [{ email, line: 1 }], unreadable: [] })
})

test('a crowded line is put apart without cutting anything shorter', () => {
  expect(splitCrowdedLines('r&d@x.org; bob@x.org')).toBe('r&d@x.org\nbob@x.org')
})

test.each([
  ['no @ sign', 'ann at example.com'],
  ['an ending of one letter', 'ann@example.c'],
  ['no dot after the @ sign', 'ann@example'],
  ['nothing before the @ sign', ' @example.com'],
  ['digits as its ending', 'ann@example.42'],
])('a line with %s holds no e-mail', (_name, line) => {
  expect(found(line)).toEqual([])
})

test('lines end in any way, and repeated e-mails count as often as they stand', () => {
  expect(found('a@b.co\r\nc@d.co\rA@B.co\n\n a@b.co ')).toEqual([
    'a@b.co',
    'c@d.co',
    'A@B.co',
    'a@b.co',
  ])
})

test('lines with an @ but no e-mail, and those with several, are counted', () => {
  const text = 'no@mail\na@b.co, c@d.co and e@f.co\nplain words'
  expect(findEmails(text)).toMatchObject({ withoutEmail: 1, withSeveral: 1 })
  expect(splitCrowdedLines(text)).toBe('no@mail\na@b.co\nc@d.co\ne@f.co\nplain words')
})

test('twice as many lines are twice as much work', () => {
  const read = (size: number) => {
    const text = Array.from({ length: size }, (_, row) => `Ann Lee <ann${row}@example.com>`)
    expect(found(text.join('\n'))).toHaveLength(size)
  }
  expect(growthOf(read)).toBeLessThan(2.5)
})

test('twice as many e-mails of one line are twice as much work', () => {
  const read = (size: number) => {
    const crowded = Array.from({ length: size }, (_, row) => `ann${row}@example.com`).join('; ')
    expect(findEmails(crowded)).toMatchObject({ withSeveral: 1 })
    expect(splitCrowdedLines(crowded).split('\n')).toHaveLength(size)
  }
  expect(growthOf(read)).toBeLessThan(2.5)
})
