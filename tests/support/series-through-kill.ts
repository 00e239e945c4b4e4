import { onTestFinished } from 'vitest'
import { firstEvent } from './first-event.ts'
import { querySql } from './query-sql.ts'
import { startGreenroom } from './start-greenroom.ts'
import { waitUntil } from './wait-until.ts'

/**
 * Opens an event for people who asked for every event, on two nodes, and kills one of them in the middle. Returns the
 * numbers of people registered and written to, those counted twice, and the seconds that it took.
 */
export async function placeThroughKill({
  databaseUrl,
  people,
  onEnd = (close) => {
    onTestFinished(async () => {
      await close()
    })
  },
}: {
  databaseUrl: string
  people: number
  onEnd?: (close: () => Promise<unknown>) => void
}) {
  const env = { RATE_LIMITS: 'off', SAMPLE_DATA: '1' }
  const first = await startGreenroom({ databaseUrl, env })
  onEnd(() => first.close())
  const eventId = await firstEvent(first)
  const run = (text: string) => querySql<Record<string, number>>(databaseUrl, text)
  await run(`update events set status = 'completed' where id <> ${eventId}`)
  await run(`insert into users (email, first_name, last_name)
    select 'series' || n || '@example.com', 'Thandi', 'Nkosi' from generate_series(1, ${people}) n`)
  await run(`insert into people (key, email, words)
    select person_key, email, 'thandi nkosi ' || email from users on conflict do nothing`)
  await run(`insert into series_registrations (user_id, requested_at, verified_at)
    select id, now(), now() from users where email like 'series%' order by id`)
  const second = await startGreenroom({ databaseUrl, env })
  onEnd(() => second.close())
  // Saved long ago, so that the organiser can no longer undo it.
  await run(`update events set updated_at = now() - interval '1 hour' where id = ${eventId}`)
  const count = async () => {
    const [row] = await run(`select count(*)::int as count from event_registrations r
      join users u on u.id = r.user_id where r.event_id = ${eventId} and u.email like 'series%'`)
    return row!['count']!
  }
  await waitUntil('the first people registered', 90, async () => (await count()) > 0)
  const begun = performance.now()
  await waitUntil('a fifth registered', 60, async () => (await count()) >= people / 5)
  await first.kill()
  await waitUntil('all registered', 150, async () => (await count()) >= people)
  const seconds = (performance.now() - begun) / 1000
  const [result] = await run(`select
    (select count(*)::int from event_registrations where event_id = ${eventId}
      and user_id in (select user_id from series_registrations)) as registered,
    (select count(distinct user_id)::int from event_registrations where event_id = ${eventId}
      and user_id in (select user_id from series_registrations)) as people,
    (select count(*)::int from outbox_entries where event_id = ${eventId}
      and kind = 'series_registered') as mails,
    (select count(*)::int from domain_events where event_id = ${eventId}
      and type = 'registration.created' and person_key in (select person_key from users
        where email like 'series%')) as recorded`)
  return { ...result, seconds }
}
