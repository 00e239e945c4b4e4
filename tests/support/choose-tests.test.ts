import { expect, test } from 'vitest'
import { chooseTests } from './choose-tests.ts'

const sources = [
  { path: 'kernel/pages/fields.ts', text: 'export const fields = 1' },
  { path: 'kernel/slug.ts', text: 'export const slug = 1' },
  { path: 'kernel/slug.test.ts', text: `import { slug } from './slug.ts'` },
  { path: 'main/app.ts', text: `import { a } from '#features/events/server/read-events.ts'` },
  { path: 'features/events/server/read-events.ts', text: `import { slug } from '#kernel/slug.ts'` },
  {
    path: 'features/events/server/read-events.test.ts',
    text: `import { app } from '#tests/support/test-app.ts'\nimport { a } from './read-events.ts'`,
  },
  {
    path: 'features/reports/server/people-lists.test.ts',
    text: `import { app } from '#tests/support/test-app.ts'`,
  },
  { path: 'features/people/server/held-of-person.test.ts', text: '' },
  { path: 'tests/support/test-app.ts', text: `import { app } from '#main/app.ts'` },
  { path: 'app/front-page/share.tsx', text: `<p className="flex">\n  Tell a friend\n</p>` },
  { path: 'tests/e2e/share.test.ts', text: `page.getByText('Tell a friend')` },
  { path: 'tests/e2e/watch.test.ts', text: `page.getByText('Watch now')` },
]
const choose = (...changed: string[]) => chooseTests(sources, changed)

test('a changed test runs, and so do those of a changed feature', () => {
  expect(choose('features/reports/server/people-lists.test.ts').tests).toEqual([
    'features/reports/server/people-lists.test.ts',
  ])
  expect(choose('features/events/rules.ts').tests).toEqual([
    'features/events/server/read-events.test.ts',
  ])
})

test('a changed table runs the test of the list of tables', () => {
  expect(choose('schema/wishes.ts').tests).toEqual([
    'features/people/server/held-of-person.test.ts',
  ])
})

test('two imports lead from a test to what changed, and none through the test harness', () => {
  const { tests } = choose('kernel/slug.ts')
  expect(tests).toEqual(['kernel/slug.test.ts', 'features/events/server/read-events.test.ts'])
  expect(choose('main/app.ts').tests).toEqual([])
})

test('a journey runs when it changed itself or quotes what a changed screen shows', () => {
  expect(choose('app/front-page/share.tsx').journeys).toEqual(['tests/e2e/share.test.ts'])
  expect(choose('tests/e2e/watch.test.ts').journeys).toEqual(['tests/e2e/watch.test.ts'])
  expect(choose('kernel/pages/fields.ts').journeys).toEqual([])
})
