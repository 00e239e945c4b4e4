import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { rotateSecret } from '#features/webhooks/contract.ts'
import { sweeps } from '#main/sweeps.ts'
import { migrateDatabase } from '#platform/db/migrate.ts'
import { openDatabase, type OpenDatabase } from '#platform/db/open.ts'
import { openLeftFolder } from './support/open-left-folder.ts'
import { startMailServer } from './support/mail-server.ts'
import { startedPostgres } from './support/postgres.ts'
import { testApp } from './support/test-app.ts'
import { testJobs } from './support/test-jobs.ts'
import { webhookStage } from './support/webhook-stage.ts'
import { openReceiver } from './support/webhook-receiver.ts'

const count = 100

const folder = 'tests/upgrade/1.0.0'

/** Opens a database of 1.0.0 on each engine; the one on PostgreSQL has no rows. */
const engines = [
  { engine: 'the embedded database', options: {}, open: () => openLeftFolder(folder) },
  { engine: 'PostgreSQL', options: { tags: 'postgres-only' }, open: openOnServer },
] as const

async function openOnServer(): Promise<OpenDatabase> {
  const server = await startedPostgres()
  onTestFinished(() => server.stop())
  const opened = await openDatabase({ databaseUrl: server.url, dataDir: '' })
  onTestFinished(() => opened.close())
  const [header] = gunzipSync(readFileSync(join(folder, 'copy.ndjson.gz')))
    .toString()
    .split('\n')
  await migrateDatabase(opened, { count: JSON.parse(header!).migrations.length })
  return opened
}

/** 100 registrants of 100 events, each with the confirmation that 1.0.0 sent. */
const registrants = `
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
  -- A trigger of 1.0.0 did this, which fresh databases do not create.
  insert into people (key, email, words)
    select person_key, email, 'sample person ' || email from users where email like 'pending%' on conflict do nothing;`

/** What a node of 1.0.0 leaves when it stops: for each registrant, a delayed mail and two waiting mails. */
const pendingWork = `
  insert into held_mails (kind, event_id, occasion, state, count, goes_at, before, saved_at)
    select 'moved', e.id, '1', 'held', 1, '2026-11-30', null, e.updated_at from events e where title like 'Pending %';
  insert into message_deliveries (kind, email, occasion)
    select 'library_link', email, 'with a job' from users where email like 'pending%';
  insert into message_deliveries (kind, email, occasion)
    select 'library_link', email, 'without a job' from users where email like 'pending%';`

for (const { engine, options, open } of engines) {
  test(
    `waiting mails, held mails, jobs and webhook deliveries of 1.0.0 survive the upgrade, each once, on ${engine}`,
    options,
    async () => {
      const mailServer = await startMailServer()
      const receiver = await openReceiver()
      onTestFinished(() => receiver.close())
      const database = {
        ...(await open()),
        truncate: async () => {},
      }
      const { pool, db } = database
      await pool.query(registrants + pendingWork)
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
    },
  )
}

/** Waiting mails whose texts or checks depend on a fact that 1.0.0 stored in the column occasion only. */
const mailsWithParts = `
  insert into announcements (topic, audience, subject, content)
    values ('news', '{"any":[{"kind":"updates"}],"except":[]}', 'Sample', '{"blocks":[],"notes":[]}');
  insert into message_deliveries (kind, email, event_id, occasion)
    select 'moved', u.email, r.event_id, '1 again 2026-11-30T08:00:00.000Z'
    from event_registrations r join users u on u.id = r.user_id where u.email like 'pending%';
  insert into message_deliveries (kind, email, occasion)
    select 'sign_in_code', email, 'code ' || id || ' of 2026-12-01T07:55:00.000Z' from users where email like 'pending%';
  insert into message_deliveries (kind, email, occasion, announcement_id)
    select 'announcement', email, a.id || ' test 6f1c', a.id from users, announcements a where email like 'pending%';
  insert into message_deliveries (kind, email, occasion)
    select 'resubscribe_link', email, 'reminders after none' from users where email like 'pending%';
  insert into message_deliveries (kind, email, event_id, occasion, state)
    select 'registration_confirmed', u.email, r.event_id, 'of registration ' || r.id, 'sent'
    from event_registrations r join users u on u.id = r.user_id where u.email like 'pending%';`

for (const { engine, options, open } of engines) {
  test(
    `waiting mails of 1.0.0 that repeat a mail, contain a code, test or resubscribe go out, each once, on ${engine}`,
    options,
    async () => {
      const mailServer = await startMailServer()
      const database = {
        ...(await open()),
        truncate: async () => {},
      }
      const { pool } = database
      await pool.query(registrants + mailsWithParts)
      await migrateDatabase(database)
      const { rows } = await pool.query(
        `select distinct kind, resend_of, is_test, code_id is not null as has_code, code_created_at, topics,
        former_registration_id is not null as is_former
      from outbox_entries where email like 'pending%' and dedupe_key ~ ' (again|test|of|after) |^of ' order by kind`,
      )
      const plain = { resend_of: null, is_test: false, has_code: false, code_created_at: null }
      const none = { ...plain, topics: null, is_former: false }
      expect(rows).toEqual([
        { ...none, kind: 'announcement', is_test: true },
        { ...none, kind: 'moved', resend_of: '1' },
        { ...none, kind: 'registration_confirmed', is_former: true },
        { ...none, kind: 'resubscribe_link', topics: ['reminders'] },
        {
          ...none,
          kind: 'sign_in_code',
          has_code: true,
          code_created_at: new Date('2026-12-01T07:55:00Z'),
        },
      ])
      const site = await testApp({
        database,
        config: { smtpUrl: mailServer.url, mailFrom: 'hello@lights.example' },
      })
      for (let round = 0; round < 3; round++) {
        for (const [, sweep] of sweeps(site.app.deps)) await sweep()
        await site.runJobs()
      }
      const { rows: states } = await pool.query(
        `select kind, state, count(*)::int as count from outbox_entries
      where email like 'pending%' and (resend_of is not null or is_test or code_id is not null or topics is not null)
      group by 1, 2 order by 1`,
      )
      const kinds = ['announcement', 'moved', 'resubscribe_link', 'sign_in_code']
      expect(states).toEqual(kinds.map((kind) => ({ kind, state: 'sent', count })))
      const codes = mailServer.mails.filter(({ subject }) => /^\d{6} is your code/.test(subject))
      expect(codes).toHaveLength(count)
    },
  )
}
