import { expect, test } from 'vitest'
import { areaOf, findNeedBreaches } from '#tests/support/need-rules.ts'
import { readSources } from '#tests/support/source-tree.ts'
import { needs, type Needs } from '#features.ts'

test('features need those that features.ts declares, all of them, and no folders need each other', () => {
  const sources = readSources()
  expect(sources.length).toBeGreaterThan(100)
  expect(findNeedBreaches(sources, needs)).toEqual([])
})

const sound = {
  'main/app.ts': `import { write } from '#features/mails/write.ts'\nimport '#features/words/plain.ts'`,
  'features/mails/write.ts': `import { words } from '#features/words/plain.ts'\nimport '#platform/db/open.ts'`,
  'features/words/plain.ts': '',
  'platform/db/open.ts': '',
}
const table: Needs = { mails: 'words', words: '' }

function breachesOf(planted: Record<string, string>, plannedTable = table) {
  const sources = Object.entries({ ...sound, ...planted }).map(([path, text]) => ({ path, text }))
  return findNeedBreaches(sources, plannedTable)
}

test('a table that says what the imports say is let through, whatever tests import', () => {
  const planted = { 'features/words/plain.test.ts': `import '#features/mails/write.ts'` }
  expect(breachesOf({ ...planted, 'tests/stage.ts': `import '#features/words/plain.ts'` })).toEqual(
    [],
  )
})

test.for([
  ['a type', `import type { Letter } from '#features/mails/write.ts'`],
  ['a re-export', `export { write } from '#features/mails/write.ts'`],
  ['a late import', `const late = () => import('#features/mails/write.ts')`],
  ['a long import', `import {\n  write,\n  send,\n} from '#features/mails/write.ts'`],
])('a circle that %s closes is told, with the imports in it', ([, text]) => {
  const closed = { ...table, words: 'mails' }
  expect(breachesOf({ 'features/words/plain.ts': text! }, closed)).toEqual([
    `features/mails, features/words need each other in a circle:
  features/mails/write.ts > features/words/plain.ts
  features/words/plain.ts > features/mails/write.ts`,
  ])
})

test('a cycle of three folders is reported, also through the composition root', () => {
  const planted = {
    'features/words/plain.ts': `import '#features/zone/now.ts'`,
    'features/zone/now.ts': `import '#main/app.ts'`,
  }
  const longer = { ...table, words: 'zone', zone: '' }
  expect(breachesOf(planted, longer)).toEqual([
    expect.stringContaining(
      'features/mails, features/words, features/zone, main/* need each other in a circle',
    ),
  ])
})

test('a cycle of folders that are no features is reported, too', () => {
  const planted = {
    'platform/db/open.ts': `import '#platform/jobs/send.ts'`,
    'platform/jobs/send.ts': `import '#platform/db/open.ts'`,
  }
  expect(breachesOf(planted)).toEqual([
    expect.stringContaining('platform/db, platform/jobs need each other in a circle'),
  ])
})

test('undeclared imports and unused declarations are reported', () => {
  const planted = {
    'features/mails/write.ts': `import '#features/zone/now.ts'`,
    'features/zone/now.ts': '',
  }
  expect(breachesOf(planted, { ...table, zone: '' })).toEqual([
    'features/mails -> features/zone is not declared: features/mails/write.ts > features/zone/now.ts',
    'features/mails -> features/words: no import needs it',
  ])
})

test('a feature without a line in the table is reported', () => {
  expect(breachesOf({ 'features/zone/server/now.ts': '' })).toEqual(['features/zone has no line'])
})

test('table lines without a folder or out of order are reported', () => {
  const disordered = { words: '', zone: '', mails: 'words' }
  expect(breachesOf({}, disordered)).toEqual([
    'features/zone: nothing is there any more',
    'not sorted: words zone mails',
  ])
})

test('the area of a path is its folder within the layer', () => {
  const paths = ['main/app.ts', 'kernel/slug.ts', 'main/pages/late/b.ts', 'features/mails/rules.ts']
  expect(paths.map(areaOf)).toEqual(['main/*', 'kernel/*', 'main/pages', 'features/mails'])
})
