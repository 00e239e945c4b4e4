import type { structureRules } from './structure-rules.ts'

type Planted = [path: string, text: string]

const long = 'one\n'.repeat(201)
const operation = 'export function planted(db: Db) {}'
/** For every rule, sources that break it. */
export const plantedBreaches: Record<keyof typeof structureRules, Planted[]> = {
  name: [
    ['app/ui/BigButton.ts', ''],
    ['shared/event_time.ts', ''],
  ],
  barrel: [['app/ui/index.ts', '']],
  vagueName: [
    ['shared/utils.ts', ''],
    ['server/events/event-service.ts', ''],
    ['shared/utils/one-thing.ts', ''],
  ],
  length: [['shared/long.ts', long]],
  ownFolder: [['app/ui/button.ts', `import { one } from '#app/ui/card.tsx'`]],
  component: [['app/ui/card.tsx', 'export function Badge() {}']],
  operation: [
    ['server/events/planted.ts', operation],
    ['server/events/event-list.ts', 'export function eventList(db: Db) {}'],
    ['server/events/list-events.ts', operation],
  ],
  queueTables: [
    ['server/events/list-due.ts', 'sql`select from jobs.job where state = 1`'],
    ['server/db/planted.ts', `query('update "jobs"."job_common" set data = null')`],
    ['server/events/planted-queue.ts', `import { PgBoss } from 'pg-boss'`],
  ],
  testTitle: [
    ['shared/a.test.ts', `test('works', () => {})`],
    ['shared/b.test.ts', `test.for([1, 2])('does work %i', () => {})`],
    ['shared/e.test.ts', `test.for([\n  ['one', 'two'],\n])('does work %s', ([one]) => {})`],
    ['shared/c.test.ts', `test('- a dash is no beginning', () => {})`],
    ['tests/e2e/d.test.ts', `  test("it isn't", async ({ page }) => {})`],
  ],
  mockedModule: [['server/mail/mail.test.ts', `vi.mock('./send.ts')`]],
  refusal: [
    ['server/events/move-event.ts', `throw new Refusal(409, 'No.')`],
    ['server/events/move-event.ts', `throw new Refusal('outside_the_table')`],
    ['server/events/move-event.ts', `throw new Refusal(\n  chosen,\n)`],
    ['server/events/routes.ts', `void reply.code(409).send({ message: 'No.' })`],
    ['server/http/pages.ts', `reply.status(404)`],
  ],
  testPlace: [
    ['scripts/one-thing.test.ts', ''],
    ['shared/one-thing.spec.ts', ''],
    ['tests/e2e/watch-interview.ts', ''],
  ],
}

/** Sources that break none. */
export const plantedSound: Planted[] = [
  ['server/events/list-events.ts', 'export async function listEvents(db: Db) {}'],
  ['app/ui/big-button.tsx', `import { one } from './card.tsx'\nexport function BigButton() {}`],
  ['app/entry.server.tsx', ''],
  ['server/http/same-site.ts', `throw new Refusal('foreign_site')`],
  ['shared/event-time.test.ts', `test('an event without a time ends with its day', () => {})`],
  ['tests/e2e/watch-interview.test.ts', `test.for([1])('the interview %s is watched', () => {})`],
  ['server/jobs/planted.ts', 'sql`delete from jobs.job`'],
  ['server/events/late.test.ts', 'sql`update jobs.job set start_after = now()`'],
  ['shared/database.ts', long.slice(4)],
]
