import { sql } from 'drizzle-orm'
import type { Growth } from '#bench/measure/growth.ts'
import { printTimes } from '#bench/measure/print-times.ts'
import { fillAdminArea } from '#bench/stage/fill-admin.ts'
import { openDatabases } from '#bench/stage/open-databases.ts'
import { getFunnel as contract, type FunnelFilter } from '#features/funnel/contract.ts'
import { getFunnel } from '#features/funnel/server/funnel.ts'
import { groupings } from '#features/funnel/rules.ts'
import { createTurns } from '#platform/db/read-in-turns.ts'
import { buildRecording } from '#tests/support/builders.ts'

const people = 100_000

/** Sources, attendance and watch progress of the registrations, and the views of a year. */
export const statements = [
  `update event_registrations set registration_source = case when id % 10 = 0 then 'import' else 'main_form' end,
    first_touch = case when id % 10 = 0 or id % 3 = 0 then null else jsonb_build_object('path',
      case when id % 4 = 0 then '/' else '/partner-' || id % 20 end, 'utm_source', 'source-' || id % 50,
      'utm_campaign', 'campaign-' || id % 200, 'via', 'guest-' || id % 30) end`,
  `insert into joins (registration_id, join_count, first_joined_at)
    select id, 1, now() from event_registrations where id % 5 < 2`,
  `insert into webinar_seats (registration_id, state, attended_at)
    select id, 'seated', case when id % 5 < 2 then now() end from event_registrations where event_id % 2 = 0`,
  `insert into watch_progress (email, event_id, watched, position, duration)
    select u.email, r.event_id, int4multirange(int4range(0, 100 + r.id % 300), int4range(500, 500 + r.id % 220 + 1)), 0, 3600
    from event_registrations r join users u on u.id = r.user_id where r.id % 3 = 0`,
  `insert into session_watch_progress (email, event_id, watched, position, duration)
    select u.email, r.event_id, int4multirange(int4range(0, 1 + r.id % 700)), 0, 3600
    from event_registrations r join users u on u.id = r.user_id where r.id % 15 = 0`,
  `insert into page_views (day, path, source, campaign, via, views, forms_opened)
    select current_date - i % 365, '/partner-' || i % 20, 'source-' || i % 50, 'campaign-' || i % 200, '', 7, 2
    from generate_series(1, 50000) i on conflict do nothing`,
]

/**
 * Measures the funnel of 100,000 people with 150,000 registrations beside counting the registrations by type, which
 * reads each once. The target is 200 ms on a PostgreSQL server and 500 ms embedded.
 */
export async function measureFunnel(only: string | undefined, turns: number): Promise<Growth[]> {
  for await (const { kind, database } of openDatabases(only)) {
    const { db, pool } = database
    const events: number[] = []
    for (let number = 1; number <= 10; number++) events.push((await buildRecording(db)).id)
    await fillAdminArea(pool, people)
    for (const statement of statements) await pool.query(statement)
    await pool.query('vacuum analyze')
    console.log(`\n${kind}: ${people} people`)
    const yardstick = () =>
      db.execute(sql`select registration_type, count(*) from event_registrations group by 1`)
    await printTimes(`${kind}: registrations counted`, database, [yardstick], turns)
    const reads = createTurns(1)
    const time = { now: new Date(), timeZone: 'Africa/Johannesburg' }
    async function print(name: string, filters: Partial<FunnelFilter>[]) {
      const calls = filters.map((filter) => {
        const wanted = contract.query.parse(filter)
        return () => getFunnel(db, reads, wanted, time)
      })
      await printTimes(`${kind}: ${name}`, database, calls, turns)
    }
    for (const by of groupings) await print(`funnel by ${by}`, [{ by }])
    await print('funnel of an event', [{ eventId: events[0]!, by: 'source' }])
    await print('funnel of 30 days', [
      { from: new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10), by: 'source' },
    ])
  }
  return []
}
