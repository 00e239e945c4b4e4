import { sql, type SQL } from 'drizzle-orm'
import type { exportPerson as contract } from '#features/people/contract.ts'
import type { ReplyOf } from '#kernel/endpoint.ts'
import { writeAuditEntry, type Deed } from '#platform/audit/write-audit-entry.ts'
import type { Db } from '#platform/db/open.ts'
import { lockPerson, type LockedPerson } from './lock-person.ts'

type Part = { name: string; what: string; rows: SQL }

/**
 * Everything that is kept of a person, part by part, each with what it is: all of one moment. Secrets
 * that would let its reader in are left out. Throws 404 for an unknown key.
 */
export async function exportPerson(
  db: Db,
  key: string,
  { actor, now }: Deed,
): Promise<ReplyOf<typeof contract>> {
  return db.transaction(async (tx) => {
    const person = await lockPerson(tx, key)
    const parts: ReplyOf<typeof contract>['parts'] = []
    for (const { name, what, rows } of listParts(person)) {
      const found = await tx.execute<{ row: Record<string, unknown> }>(
        sql`select to_jsonb(t) as row from (${rows}) t`,
      )
      parts.push({ name, what, rows: found.rows.map(({ row }) => row) })
    }
    await writeAuditEntry(tx, actor, { action: 'person_exported', subject: key, now })
    return { madeAt: now.toISOString(), parts }
  })
}

function listParts({ key, addresses, userId }: LockedPerson): Part[] {
  const theirs = sql`email = any(${sql.param(addresses)}::text[])`
  const id = userId ?? 0
  return [...listInvolvement(id), ...listUse(theirs), ...listRecords(key, theirs, id)]
}

function listInvolvement(id: number): Part[] {
  return [
    {
      name: 'person',
      what: 'Who you are, as you told us or a list that an organiser imported.',
      rows: sql`select * from users where id = ${id}`,
    },
    {
      name: 'registrations',
      what: 'Events that you registered for, with your seat in the webinar.',
      rows: sql`select e.title, r.*, s.state as seat, s.join_url, j.join_count, j.first_joined_at,
          s.seated_at, s.attended_at
        from event_registrations r join events e on e.id = r.event_id
        left join webinar_seats s on s.registration_id = r.id
        left join joins j on j.registration_id = r.id where r.user_id = ${id} order by r.id`,
    },
    {
      name: 'attendance',
      what: 'When you came into our webinars and went, as we were told and as Zoom’s report says.',
      rows: sql`select e.title, m.source, m.at, case m.step when 1 then 'came' else 'went' end as what
        from attendance_marks m join event_registrations r on r.id = m.registration_id
        join events e on e.id = r.event_id where r.user_id = ${id} order by r.id, m.source, m.at`,
    },
    {
      name: 'questions',
      what: 'What you asked the guests of our events, and how many wanted to hear the answer.',
      rows: sql`select e.title, q.*,
          (select count(*)::int from question_votes v where v.question_id = q.id) as votes
        from event_questions q join events e on e.id = q.event_id
        join event_registrations r on r.id = q.registration_id where r.user_id = ${id} order by q.id`,
    },
    {
      name: 'votes',
      what: 'Questions of others that you voted for.',
      rows: sql`select e.title, q.text from question_votes v
        join event_questions q on q.id = v.question_id join events e on e.id = q.event_id
        join event_registrations r on r.id = v.registration_id where r.user_id = ${id}
        order by q.id`,
    },
    {
      name: 'consents',
      what: 'What you agreed to: where, when, and under which wording.',
      rows: sql`select * from consents where user_id = ${id} order by id`,
    },
    {
      name: 'interests',
      what: 'Groups that you are in: events that you want to hear of, and lists at our mailing provider.',
      rows: sql`select * from user_groups where user_id = ${id} order by id`,
    },
    {
      name: 'mailingList',
      what: 'What our mailing provider was told of you.',
      rows: sql`select * from mailing_list_members where user_id = ${id}`,
    },
  ]
}

function listUse(theirs: SQL): Part[] {
  return [
    {
      name: 'videoAccess',
      what: 'Your access to the library of recordings.',
      rows: sql`select * from video_access where ${theirs} order by id`,
    },
    {
      name: 'watched',
      what: 'How far you watched each recording, in stretches of five seconds.',
      rows: sql`select e.title, w.* from watch_progress w join events e on e.id = w.event_id
        where ${theirs} order by w.updated_at`,
    },
    {
      name: 'watchedUnverified',
      what: 'The same, from browsers where your e-mail was only typed.',
      rows: sql`select e.title, w.* from session_watch_progress w join events e on e.id = w.event_id
        where ${theirs} order by w.id`,
    },
    {
      name: 'visits',
      what: 'When you used the library; network address and browser are kept for a while only.',
      rows: sql`select * from member_page_access where ${theirs} order by id`,
    },
    {
      name: 'browsers',
      what: 'Browsers that are signed in with your e-mail.',
      rows: sql`select created_at, last_used_at, verified_at from sessions where ${theirs} order by id`,
    },
  ]
}

function listRecords(key: string, theirs: SQL, id: number): Part[] {
  return [
    {
      name: 'crew',
      what: 'Events that you hold as host, guest or producer.',
      rows: sql`select e.title, c.* from event_crew c join events e on e.id = c.event_id
        where ${theirs} order by c.id`,
    },
    {
      name: 'mails',
      what: 'What we wrote to you, or were about to.',
      rows: sql`select e.title, d.* from message_deliveries d left join events e on e.id = d.event_id
        where ${theirs} order by d.id`,
    },
    {
      name: 'bounces',
      what: 'Addresses of yours that mails came back from, so that we send none there.',
      rows: sql`select * from bounces where ${theirs} or person_key = ${key}`,
    },
    {
      name: 'unsubscriptions',
      what: 'What you do not want to hear of.',
      rows: sql`select * from unsubscriptions where ${theirs}`,
    },
    {
      name: 'imports',
      what: 'What lists that an organiser imported said of you.',
      rows: sql`select b.started_at, c.* from import_batch_changes c
        join import_batches b on b.id = c.batch_id
        where (c.table_name = 'users' and c.row_id = ${id})
          or (c.table_name = 'event_registrations'
            and c.row_id in (select r.id from event_registrations r where r.user_id = ${id}))
          or (c.table_name = 'video_access'
            and c.row_id in (select v.id from video_access v where v.${theirs}))`,
    },
    {
      name: 'key',
      what: 'The random number that stands for you in the organiser’s admin area, and addresses you had before.',
      rows: sql`select p.key, p.email, p.created_at,
          array(select f.email from former_addresses f where f.person_key = p.key) as former
        from people p where p.key = ${key}`,
    },
  ]
}
