import { expect, test } from 'vitest'
import { chooseTests } from './choose-tests.ts'

const sources = [
  { path: 'shared/fields.ts', text: 'export const fields = 1' },
  { path: 'shared/slug.ts', text: 'export const slug = 1' },
  { path: 'shared/slug.test.ts', text: `import { slug } from './slug.ts'` },
  { path: 'server/app.ts', text: `import { a } from '#server/events/list-events.ts'` },
  { path: 'server/events/list-events.ts', text: `import { slug } from '#shared/slug.ts'` },
  {
    path: 'server/events/events.test.ts',
    text: `import { app } from '#tests/support/test-app.ts'\nimport { a } from './list-events.ts'`,
  },
  { path: 'server/desk/lists.test.ts', text: `import { app } from '#tests/support/test-app.ts'` },
  { path: 'tests/support/test-app.ts', text: `import { app } from '#server/app.ts'` },
  { path: 'app/screens/share.tsx', text: `<p className="flex">\n  Tell a friend\n</p>` },
  { path: 'tests/e2e/share.test.ts', text: `page.getByText('Tell a friend')` },
  { path: 'tests/e2e/watch.test.ts', text: `page.getByText('Watch now')` },
]
const choose = (...changed: string[]) => chooseTests(sources, changed)

test('a changed test runs, and so do those beside a changed file', () => {
  expect(choose('server/desk/lists.test.ts').tests).toEqual(['server/desk/lists.test.ts'])
  expect(choose('server/events/delete-event.ts').tests).toEqual(['server/events/events.test.ts'])
})

test('two imports lead from a test to what changed, and none through the test harness', () => {
  const { tests } = choose('shared/slug.ts')
  expect(tests).toEqual(['shared/slug.test.ts', 'server/events/events.test.ts'])
  expect(choose('server/app.ts').tests).toEqual([])
})

test('a journey runs when it changed itself or quotes what a changed screen shows', () => {
  expect(choose('app/screens/share.tsx').journeys).toEqual(['tests/e2e/share.test.ts'])
  expect(choose('tests/e2e/watch.test.ts').journeys).toEqual(['tests/e2e/watch.test.ts'])
  expect(choose('shared/fields.ts').journeys).toEqual([])
})
