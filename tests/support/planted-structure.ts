import type { structureRules } from './structure-rules.ts'

type Planted = [path: string, text: string]

const long = 'one\n'.repeat(301)
/** Sources that violate each rule. */
export const plantedBreaches: Record<keyof typeof structureRules, Planted[]> = {
  name: [
    ['client/ui/BigButton.ts', ''],
    ['kernel/event_time.ts', ''],
  ],
  barrel: [['client/ui/index.ts', '']],
  vagueName: [
    ['kernel/utils.ts', ''],
    ['features/events/server/event-service.ts', ''],
    ['kernel/utils/one-thing.ts', ''],
  ],
  length: [['kernel/long.ts', long]],
  bareText: [
    ['client/ui/send.tsx', 'const send = <b>{isPending && <i />}Send</b>'],
    ['client/ui/count.tsx', 'const count = <p>Events{total > 0 && `: ${total}`}</p>'],
  ],
  ownFolder: [['client/ui/button.ts', `import { one } from '#client/ui/card.tsx'`]],
  component: [
    ['client/ui/card.tsx', 'export function Badge() {}'],
    ['features/events/public/event-card.tsx', 'export function Card() {}'],
  ],
  queueTables: [
    ['features/events/server/list-due.ts', 'sql`select from jobs.job where state = 1`'],
    ['platform/db/planted.ts', `query('update "jobs"."job_common" set data = null')`],
    ['features/events/server/planted-queue.ts', `import { PgBoss } from 'pg-boss'`],
  ],
  clock: [
    ['features/events/server/planted-clock.ts', 'const now = new Date()'],
    ['features/mails/server/planted-clock.ts', 'const later = new Date(Date.now() + 2000)'],
  ],
  testTitle: [
    ['kernel/a.test.ts', `test('works', () => {})`],
    ['kernel/b.test.ts', `test.for([1, 2])('does work %i', () => {})`],
    ['kernel/e.test.ts', `test.for([\n  ['one', 'two'],\n])('does work %s', ([one]) => {})`],
    ['kernel/c.test.ts', `test('- a dash is no beginning', () => {})`],
    ['tests/e2e/d.test.ts', `  test("it isn't", async ({ page }) => {})`],
  ],
  namedGeneric: [
    ['client/ui/dash.tsx', 'function Dash() { return <span aria-label="none">–</span> }'],
    [
      'client/ui/words.tsx',
      'function Words() { return <pre\n onKeyDown={() => go()}\n aria-labelledby={id}\n>…</pre> }',
    ],
  ],
  judgedSpeed: [
    ['kernel/a.test.ts', `expect(performance.now() - from).toBeLessThan(2000)`],
    ['kernel/b.test.ts', `const took = Date.now() - started`],
    ['tests/e2e/c.test.ts', `const from = process.hrtime.bigint()`],
  ],
  mockedModule: [['features/mails/server/mail.test.ts', `vi.mock('./send.ts')`]],
  refusal: [
    ['features/events/server/move-event.ts', `throw new Refusal(409, 'No.')`],
    ['features/events/server/move-event.ts', `throw new Refusal('outside_the_table')`],
    ['features/events/server/move-event.ts', `throw new Refusal(\n  chosen,\n)`],
    ['features/events/server/routes.ts', `void reply.code(409).send({ message: 'No.' })`],
    ['main/pages/serve-pages.ts', `reply.status(404)`],
  ],
  testPlace: [
    ['scripts/one-thing.test.ts', ''],
    ['kernel/one-thing.spec.ts', ''],
    ['tests/e2e/watch-interview.ts', ''],
  ],
}

/** Sources without violations. */
export const plantedSound: Planted[] = [
  ['client/ui/big-button.tsx', `import { one } from './card.tsx'\nexport function BigButton() {}`],
  ['app/entry.server.tsx', ''],
  [
    'client/ui/clock.tsx',
    'export function Clock() { return <p aria-label="Left" role="timer"><nav aria-label="Main" /></p> }',
  ],
  ['platform/http/origin.ts', `throw new Refusal('foreign_site')`],
  ['kernel/event-time.test.ts', `test('an event without a time ends with its day', () => {})`],
  ['tests/e2e/watch-interview.test.ts', `test.for([1])('the interview %s is watched', () => {})`],
  ['platform/jobs/planted.ts', 'sql`delete from jobs.job`'],
  ['features/events/server/late.test.ts', 'sql`update jobs.job set start_after = now()`'],
  ['kernel/database.ts', long.slice(4)],
  ['kernel/soon.test.ts', `const soon = new Date(Date.now() - halfAnHour)`],
  ['kernel/next.test.ts', `expect(nextTryAt - Date.now()).toBeLessThan(30_000)`],
]
