// @module-tag postgres
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { createFailureReport } from '#platform/errors/report-failure.ts'
import { createJobs } from '#platform/jobs/jobs.ts'
import { outboxEntries } from '#schema/mails.ts'
import { sessions } from '#schema/sign-in.ts'
import { buildEvent, buildPerson, buildRegistration } from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'
import { jobHandlers } from './jobs.ts'

/** Creates two imminent events with a registrant each; planning mails for the first one fails. */
async function appWithBrokenEvent() {
  const app = await testApp({ config: { databaseUrl: 'postgres://kept-in-the-table' } })
  const { db, database, clock } = app
  const longAgo = new Date('2026-11-01T08:00:00Z')
  const [broken, sound] = [
    await buildEvent(db, { updatedAt: longAgo }),
    await buildEvent(db, { updatedAt: longAgo }),
  ]
  const person = await buildPerson(db)
  for (const { id: eventId } of [broken, sound]) {
    await buildRegistration(db, { userId: person.id, eventId, createdAt: longAgo })
  }
  await db.execute(
    sql.raw(`create function break_planning() returns trigger language plpgsql as $$
    begin
      if new.event_id = ${broken.id} then raise exception 'this event cannot be planned for'; end if;
      return new;
    end $$`),
  )
  await db.execute(sql`create trigger break_planning before insert on outbox_entries
    for each row execute function break_planning()`)
  onTestFinished(async () => void (await db.execute(sql`drop function break_planning cascade`)))
  clock.set('2026-12-10T08:00:00Z')
  const reported: string[] = []
  const jobs = createJobs(
    database,
    createFailureReport((line) => void reported.push(line)),
  )
  await jobs.start()
  onTestFinished(() => jobs.stop())
  const handlers = jobHandlers(app.app.deps)
  async function sweep() {
    await jobs.send(db, 'sweep', [{}])
    await jobs.runDue(handlers)
  }
  return { ...app, broken, sound, person, reported, jobs, handlers, sweep }
}

test('a sweep that fails for one event goes on with the others and what is behind them, and says so', async () => {
  const { db, broken, sound, reported, sweep, database } = await appWithBrokenEvent()
  const lastUsedAt = new Date('2020-01-01T00:00:00Z')
  await db.insert(sessions).values({ tokenHash: 'old', lastUsedAt })
  await sweep()
  const told = await db.select().from(outboxEntries)
  expect(told).toMatchObject([{ kind: 'reminder_24h', eventId: sound.id }])
  expect(await db.$count(sessions)).toBe(0)
  expect(reported).toEqual([
    expect.stringMatching(
      new RegExp(
        `^Queue: sweep \\(messages, event ${broken.id}\\) failed: .*this event cannot be planned for`,
      ),
    ),
  ])
  // The next sweep fails too, and need not report it again so soon.
  await sweep()
  expect(reported).toHaveLength(1)
  const { rows } = await database.pool.query(
    `select state from jobs.job where name = 'sweep' order by created_on`,
  )
  expect(rows).toEqual([{ state: 'failed' }, { state: 'failed' }])
})

test(
  'a sweep may take longer than a call, and a statement that is cut off names its step',
  { tags: 'postgres-only' },
  async () => {
    const { db, reported, sweep } = await appWithBrokenEvent()
    // The error that the server raises for a timeout, with the limit in force.
    await db.execute(
      sql.raw(`create or replace function break_planning() returns trigger language plpgsql as $$
      begin
        raise exception 'cut off after %', current_setting('statement_timeout') using errcode = '57014';
      end $$`),
    )
    await sweep()
    expect(await db.$count(outboxEntries)).toBe(0)
    expect(reported).toEqual([
      expect.stringMatching(
        /busy to answer in time.* \(Queue: sweep \(messages.*cut off after 15min/,
      ),
    ])
  },
)
