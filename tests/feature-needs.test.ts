import { expect, test } from 'vitest'
import { areaOf, findNeedBreaches } from '#tests/support/need-rules.ts'
import { readSources } from '#tests/support/source-tree.ts'
import { circularNeeds, needs, type Needs } from '#features.ts'

test('folders need those that features.ts declares, all of them, and never in a circle', () => {
  const sources = readSources()
  expect(sources.length).toBeGreaterThan(100)
  expect(findNeedBreaches(sources, needs, circularNeeds)).toEqual([])
})

const sound = {
  'start/app.ts': `import { write } from '#mails/write.ts'\nimport '#words/plain.ts'`,
  'mails/write.ts': `import { words } from '#words/plain.ts'`,
  'words/plain.ts': '',
}
const table: Needs = { mails: 'words', 'start/*': 'everything', words: '' }

function breachesOf(planted: Record<string, string>, planTable = table, known: string[] = []) {
  const sources = Object.entries({ ...sound, ...planted }).map(([path, text]) => ({ path, text }))
  return findNeedBreaches(sources, planTable, known)
}

test('a table that says what the imports say is let through, whatever tests import', () => {
  const planted = { 'words/plain.test.ts': `import { write } from '#mails/write.ts'` }
  expect(breachesOf({ ...planted, 'tests/stage.ts': `import '#words/plain.ts'` })).toEqual([])
})

test.for([
  ['a type', `import type { Letter } from '#mails/write.ts'`],
  ['a re-export', `export { write } from '#mails/write.ts'`],
  ['a late import', `const late = () => import('#mails/write.ts')`],
  ['a long import', `import {\n  write,\n  send,\n} from '#mails/write.ts'`],
])('a circle that %s closes is told, with the imports in it', ([, text]) => {
  const closed = { ...table, words: 'mails' }
  expect(breachesOf({ 'words/plain.ts': text! }, closed)).toEqual([
    `mails, words need each other in a circle:
  mails/write.ts > words/plain.ts
  words/plain.ts > mails/write.ts`,
  ])
})

test('a circle of three areas is told, and so is one through what puts all together', () => {
  const planted = {
    'words/plain.ts': `import '#zone/now.ts'`,
    'zone/now.ts': `import '#start/app.ts'`,
  }
  const longer = { ...table, words: 'zone', zone: 'start/*' }
  expect(breachesOf(planted, longer)).toEqual([
    expect.stringContaining('mails, start/*, words, zone need each other in a circle'),
  ])
})

test('an import that the table does not declare is told, and a need that no import has', () => {
  const planted = { 'mails/write.ts': `import '#zone/now.ts'`, 'zone/now.ts': '' }
  expect(breachesOf(planted, { ...table, zone: '' })).toEqual([
    'mails -> zone is not declared: mails/write.ts > zone/now.ts',
    'mails -> words: no import needs it',
  ])
})

test('a folder that is in no area is told, also beside those that are put together', () => {
  const planted = { 'zone/now.ts': '', 'start/deeper/app.ts': '' }
  expect(breachesOf(planted)).toEqual([
    'zone/now.ts is in no area',
    'start/deeper/app.ts is in no area',
  ])
})

test('a line of the table is told whose folder is gone, and one out of order', () => {
  const disordered = { 'start/*': 'everything', mails: 'words', words: '', zone: '' }
  expect(breachesOf({}, disordered)).toEqual([
    'zone: nothing is there any more',
    'not sorted: start/* mails words zone',
  ])
})

test('an exception lets an import close a circle, and is told once it is not needed', () => {
  const planted = { 'words/plain.ts': `import type { Letter } from '#mails/write.ts'` }
  expect(breachesOf(planted, table, ['words -> mails'])).toEqual([])
  expect(breachesOf({}, table, ['words -> mails', 'mails -> words'])).toEqual([
    'words -> mails needs no exception: take it off the list',
    'mails -> words needs no exception: take it off the list',
  ])
})

test('of the areas that a path lies in, the one with the longest name is meant', () => {
  const keys = ['main/*', 'main/pages', 'main/pages/late', 'platform/errors/refusal.ts']
  const paths = [
    'main/app.ts',
    'platform/errors/refusal.ts',
    'main/pages/open.ts',
    'main/pages/early/a.ts',
    'main/pages/late/b.ts',
    'main/pagesx/a.ts',
  ]
  expect(paths.map((path) => areaOf(path, keys))).toEqual([
    'main/*',
    'platform/errors/refusal.ts',
    'main/pages',
    'main/pages',
    'main/pages/late',
    undefined,
  ])
})
