import { expect, onTestFinished, test } from 'vitest'
import { rotateSecret } from '#features/webhooks/contract.ts'
import { sweeps } from '#main/sweeps.ts'
import { migrateDatabase } from '#platform/db/migrate.ts'
import { openLeftFolder } from './support/open-left-folder.ts'
import { startMailServer } from './support/mail-server.ts'
import { testJobs } from './support/test-jobs.ts'
import { webhookStage } from './support/webhook-stage.ts'
import { openReceiver } from './support/webhook-receiver.ts'

const count = 100

/** What a node of 1.0.0 leaves when it stops: for each of 100 registrants a mail of each sort, and a webhook call. */
const pendingWork = `
  delete from administrators;
  insert into users (first_name, last_name, email)
    select 'Sample', 'Person', 'pending' || i || '@example.com' from generate_series(1, ${count}) i;
  insert into events (title, speaker_name, speaker_title, description, feature_image, banner_image, status,
      date_confirmed, event_date, event_time, event_end_time, calendar_sequence, created_at, updated_at)
    select 'Pending ' || i, 'Sample Speaker', 'Founder', 'Sample', '', '', 'upcoming', true, '2026-12-10',
      '2026-12-10T16:00:00Z', '2026-12-10T17:00:00Z', 1, '2026-11-01', '2026-11-01'
    from generate_series(1, ${count}) i;
  insert into event_registrations (user_id, event_id)
    select u.id, e.id from users u join events e on 'pending' || substr(e.title, 9) || '@example.com' = u.email;
  insert into message_deliveries (kind, email, event_id, occasion, state, sent_at, told_start)
    select 'registration_confirmed', u.email, r.event_id, '', 'sent', '2026-11-01', '2026-12-09T16:00:00Z'
    from event_registrations r join users u on u.id = r.user_id where u.email like 'pending%';
  insert into held_mails (kind, event_id, occasion, state, count, goes_at, before, saved_at)
    select 'moved', e.id, '1', 'held', 1, '2026-11-30', null, e.updated_at from events e where title like 'Pending %';
  insert into message_deliveries (kind, email, occasion)
    select 'library_link', email, 'with a job' from users where email like 'pending%';
  insert into message_deliveries (kind, email, occasion)
    select 'library_link', email, 'without a job' from users where email like 'pending%';`

test('waiting mails, held mails, jobs and webhook deliveries of 1.0.0 survive the upgrade, each once', async () => {
  const mailServer = await startMailServer()
  const receiver = await openReceiver()
  onTestFinished(() => receiver.close())
  const database = {
    ...(await openLeftFolder('tests/upgrade/1.0.0')),
    truncate: async () => {},
  }
  const { pool, db } = database
  await pool.query(pendingWork)
  await pool.query(
    `with added as (insert into webhooks (url, events, active_since)
        values ($1, array['registration.created'], now()) returning id)
      insert into webhook_deliveries (webhook_id, type, event_id, registration_id)
      select added.id, 'registration.created', r.event_id, r.id
      from event_registrations r join users u on u.id = r.user_id, added where u.email like 'pending%'`,
    [receiver.url],
  )
  const jobs = await testJobs(database)
  const { rows: entries } = await pool.query<{ deliveryId: number }>(
    `select id as "deliveryId" from message_deliveries where occasion = 'with a job'`,
  )
  expect(entries).toHaveLength(count)
  await jobs.send(db, 'send-message', entries as never)

  await migrateDatabase(database)
  const site = await webhookStage({
    database,
    config: { smtpUrl: mailServer.url, mailFrom: 'hello@lights.example' },
  })
  const { rows } = await pool.query('select id from webhooks')
  const rotated = await site.admin.call(rotateSecret, { params: rows[0] })
  expect(rotated.status).toBe(200)
  const readTold = async () => {
    const { rows: told } = await pool.query(
      `select kind, dedupe_key, state, count(*)::int as count from outbox_entries
        where email like 'pending%' and kind in ('moved', 'library_link') group by 1, 2, 3 order by 1, 2`,
    )
    return told
  }
  await site.runJobs()
  // The jobs of 1.0.0 send their mails; a sweep has to find the others.
  expect(await readTold()).toEqual([
    { kind: 'library_link', dedupe_key: 'with a job', state: 'sent', count },
    { kind: 'library_link', dedupe_key: 'without a job', state: 'waiting', count },
  ])
  for (let round = 0; round < 3; round++) {
    for (const [, sweep] of sweeps(site.app.deps)) await sweep()
    await site.runJobs()
  }
  expect(await readTold()).toEqual([
    { kind: 'library_link', dedupe_key: 'with a job', state: 'sent', count },
    { kind: 'library_link', dedupe_key: 'without a job', state: 'sent', count },
    { kind: 'moved', dedupe_key: '1', state: 'sent', count },
  ])
  expect(mailServer.mails.filter(({ to }) => to.startsWith('pending'))).toHaveLength(3 * count)
  expect(receiver.types()).toEqual(Array.from({ length: count }, () => 'registration.created'))
  expect([...receiver.times.values()].every((times) => times === 1)).toBe(true)
})
