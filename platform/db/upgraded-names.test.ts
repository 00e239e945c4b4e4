import { createHmac } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { readLinkKey } from '#platform/signed-links/signed-links.ts'
import { events } from '#schema/events.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { openEmptyDatabase } from '#tests/support/open-empty-database.ts'
import { migrateDatabase } from './migrate.ts'

/** How many migrations there were when UIDs were computed and signatures named an id alone. */
const before = 11

test('an upgrade keeps the UIDs of events, what was being sent, and the moment until which old links hold', async () => {
  const opened = await openEmptyDatabase()
  const { db } = opened
  await migrateDatabase(opened, { count: before })
  const secret = Buffer.from(Array.from({ length: 32 }, (_, index) => 255 - index))
  await db.execute(sql`insert into server_secrets (name, secret) values ('links', ${secret})`)
  await db.execute(sql`insert into events (title, speaker_name, speaker_title, description,
      feature_image, banner_image) select 'Event ' || i, '', '', '', '', ''
    from generate_series(1, 11) i`)
  await db.execute(sql`insert into users (email) values ('thandi@example.com')`)
  await db.execute(sql`insert into event_registrations (user_id, event_id) values (1, 1)`)
  await db.execute(sql`insert into message_deliveries (kind, email, state, tried_at) values
    ('library_link', 'a@example.com', 'sending', now()), ('library_link', 'b@example.com', 'waiting', null)`)
  await db.execute(sql`insert into webinar_seats (registration_id, asks, asks_on)
    values (1, 3, '2026-12-01')`)
  await migrateDatabase(opened)

  const series = createHmac('sha256', secret).update('calendar').digest('hex').slice(0, 12)
  const rows = await db.select().from(events).orderBy(events.id)
  expect(rows.map(({ calendarUid }) => calendarUid)).toEqual(
    rows.map(({ id }) => `event-${id}-${series}@greenroom`),
  )
  expect(rows.map(({ calendarSequence }) => calendarSequence)).toEqual(rows.map(() => 0))
  const [seat] = await db.select().from(eventRegistrations)
  const { bareUntil } = await readLinkKey(db)
  expect(bareUntil!.getTime()).toBeGreaterThanOrEqual(seat!.createdAt.getTime())
  expect(bareUntil!.getTime()).toBeLessThanOrEqual(Date.now())
  const handed = await db.execute(sql`select handed_over_at is not null as is_out
    from message_deliveries order by id`)
  expect(handed.rows).toEqual([{ is_out: true }, { is_out: false }])
  const spent = await db.execute(sql`select spent_on::text from webinar_seats`)
  expect(spent.rows).toEqual([{ spent_on: '2026-12-01' }])
})
