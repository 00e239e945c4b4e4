import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readPerson } from '#features/people/server/read-person.ts'
import { migrateDatabase } from '#platform/db/migrate.ts'
import { openLeftFolder } from './support/open-left-folder.ts'

const folder = 'tests/upgrade/1.0.0'

/** Rows of 1.0.0 about one person, one for each table that its timeline read. */
const pastOf = (email: string) => `
  insert into unsubscriptions (email, topic, created_at) values ('${email}', 'reminders', '2026-11-02');
  insert into video_access (email, first_name, last_name, video_title, created_at)
    values ('${email}', 'Sample', 'Person', 'Sample', '2026-11-03');
  insert into event_crew (event_id, name, email, role, created_at)
    select max(id), 'Sample', '${email}', 'host', '2026-11-04' from events;
  insert into consents (user_id, receive_updates, receive_event_invites, source, wording_version, given_at)
    select id, true, true, 'sample', '1', '2026-11-05' from users where email = '${email}';
  insert into watch_progress (email, event_id, watched, position, duration, updated_at)
    select '${email}', max(id), '{[0,60)}', 60, 120, '2026-11-06' from events;
  insert into message_deliveries (kind, email, occasion, state, sent_at)
    values ('library_link', '${email}', 'after none', 'sent', '2026-11-07');`

test('the timeline of a person after the upgrade shows everything that 1.0.0 stored about them', async () => {
  const opened = await openLeftFolder(folder)
  const { email } = JSON.parse(readFileSync(`${folder}/left.json`, 'utf8'))
  await opened.pool.query(pastOf(email))
  const { rows: registered } = await opened.pool.query(
    `select r.id from event_registrations r join users u on u.id = r.user_id
      where u.email = $1`,
    [email],
  )
  expect(registered.length).toBeGreaterThan(0)
  await migrateDatabase(opened)
  const { rows } = await opened.pool.query('select key from people where email = $1', [email])
  const { timeline } = await readPerson(opened.db, rows[0].key)
  const seen = timeline.map(({ what, at }) => `${what} ${at.slice(0, 10)}`)
  expect(seen.filter((one) => one.startsWith('registered'))).toHaveLength(registered.length)
  expect(seen).toEqual(
    expect.arrayContaining([
      'unsubscribed 2026-11-02',
      'access 2026-11-03',
      'crew 2026-11-04',
      'consent 2026-11-05',
      'watched 2026-11-06',
      'told 2026-11-07',
    ]),
  )
})
