// @module-tag postgres-only
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { saveEventDefaults } from '#features/event-defaults/contract.ts'
import { listHeldMails, stopHeldMails } from '#features/event-mails/contract.ts'
import { changeEvent } from '#features/events/contract.ts'
import { buildEvent } from './support/builders.ts'
import { twoNodes } from './support/two-nodes.ts'

const people = 40

/** An event on 10 December, 16:00 to 17:00 UTC, which every other registrant attended, with its recording. */
async function releasedEvent() {
  const stage = await twoNodes('2026-12-10T10:00:00Z')
  const [first] = stage.nodes
  const { db, asAdmin } = first
  const longAgo = new Date('2026-11-01T08:00:00Z')
  const event = await buildEvent(db, { title: 'Salt', updatedAt: longAgo })
  const body = { title: '', description: '', sendsThankYou: true, sendsMissedYou: true }
  await (await asAdmin()).call(saveEventDefaults, { body })
  await db.execute(sql`with added as (
      insert into users (first_name, last_name, email)
      select 'Thandi', 'Nkosi', 'person' || n || '@example.com' from generate_series(1, ${people}) n
      returning id, email, person_key),
    known as (insert into people (key, email, words) select person_key, email, email from added),
    registered as (
      insert into event_registrations (user_id, event_id, receive_updates, created_at)
      select id, ${event.id}, true, ${longAgo.toISOString()}::timestamptz from added returning id)
    insert into joins (registration_id, join_count, first_joined_at)
    select id, 1, '2026-12-10T16:00:00Z' from registered where id % 2 = 0`)
  stage.clock.set('2026-12-12T12:00:00Z')
  const recording = {
    videoUrl: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
    recordingReady: true,
  }
  const params = { id: event.id }
  await (await asAdmin()).call(changeEvent, { params, body: recording })
  return stage
}
type Stage = Awaited<ReturnType<typeof releasedEvent>>

/** Lets both nodes plan several times, and then send. */
async function sendAt({ clock, sweep, runJobs }: Stage, instant: string) {
  clock.set(instant)
  for (let round = 0; round < 3; round++) await sweep()
  await runJobs()
}

function countMails({ server }: Stage) {
  const subjects = server.mails.map(({ subject }) => subject.replace(': Salt', ''))
  return Object.fromEntries(
    [...new Set(subjects)].map((one) => [one, subjects.filter((other) => other === one).length]),
  )
}
const eachOnce = { 'Thank you for coming': people / 2, 'Sorry we missed you': people / 2 }

test('two nodes send thank-you and missed-you mails once each, through an outage of the mail server', async () => {
  const stage = await releasedEvent()
  const { server } = stage
  await sendAt(stage, '2026-12-12T12:05:00Z')
  expect(server.mails).toEqual([])
  await server.close()
  await sendAt(stage, '2026-12-13T08:00:00Z')
  await sendAt(stage, '2026-12-13T09:00:00Z')
  expect(server.mails).toEqual([])
  await server.open()
  await sendAt(stage, '2026-12-13T10:00:00Z')
  await sendAt(stage, '2026-12-14T10:00:00Z')
  expect(countMails(stage)).toEqual(eachOnce)
  expect(new Set(server.mails.map(({ to }) => to)).size).toBe(people)
})

test('stopped mails are sent by neither node, and a stop during the planning stops all of a kind or none', async () => {
  const stage = await releasedEvent()
  const [first, second] = stage.nodes
  await sendAt(stage, '2026-12-12T12:05:00Z')
  stage.clock.set('2026-12-13T08:00:00Z')
  const admin = await second.asAdmin()
  const held = (await admin.call(listHeldMails)).body
  expect(held.map(({ count }) => count)).toEqual([people / 2, people / 2])
  const stop = (at: number) => admin.call(stopHeldMails, { params: { id: held[at]!.id }, body: {} })
  expect((await stop(1)).status).toBe(200)
  const [{ status }] = await Promise.all([stop(0), stage.sweep()])
  await sendAt(stage, '2026-12-13T08:01:00Z')
  const { rows } = await first.db.execute<{ kind: string; count: number }>(
    sql`select kind, count(*)::int as count from outbox_entries
      where kind in ('thank_you', 'missed_you') and state = 'sent' group by kind order by kind desc`,
  )
  expect([200, 409]).toContain(status)
  expect(rows).toEqual(status === 200 ? [] : [{ kind: 'thank_you', count: people / 2 }])
})
