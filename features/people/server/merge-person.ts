import { sql } from 'drizzle-orm'
import { hasAgreed } from '#features/newsletter/server/consents.ts'
import type { PersonPlan } from '#features/people/contract.ts'
import { writeAuditEntry } from '#platform/audit/write-audit-entry.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import { changeEmail, enqueueAddressMails } from './change-email.ts'
import { startDryRun, type PlanContext, type Steps } from './dry-run.ts'
import { lockPerson, type LockedPerson } from './lock-person.ts'

/**
 * Makes one person of two, in one transaction: all that the first has goes to the other, who keeps key
 * and e-mail, and who agrees to no more than before. The first one's key goes on leading to them.
 */
export function mergePerson(
  db: Db,
  key: string,
  into: string,
  context: PlanContext,
): Promise<PersonPlan> {
  if (key === into) throw new Refusal('same_person')
  return startDryRun(db, into, context, async (tx, steps) => {
    const locked = new Map<string, LockedPerson>()
    for (const one of [key, into].toSorted((a, b) => a.localeCompare(b))) {
      locked.set(one, await lockPerson(tx, one))
    }
    const [from, to] = [locked.get(key)!, locked.get(into)!]
    if (from.userId !== null) await limitConsent(tx, from.userId, to.userId)
    // Before anything of theirs moves: with the last of it the other entry goes, and takes these along.
    for (const table of ['former_addresses', 'bounces']) {
      await tx.execute(
        sql`update ${sql.identifier(table)} set person_key = ${into} where person_key = ${key}`,
      )
    }
    const moved = await changeEmail(tx, steps, from, to, context)
    if (from.userId !== null && to.userId !== null) {
      await joinUsers(tx, steps, from.userId, to.userId)
    }
    await steps.count('the other entry goes', sql`delete from people where key = ${key}`)
    await enqueueAddressMails(tx, { left: from.email, taken: to.email, ...moved }, context)
    const { actor, now } = context
    await writeAuditEntry(tx, actor, {
      action: 'person_merged',
      subject: into,
      details: { from: key },
      now,
    })
  })
}

/** What was agreed to with the other address holds here only as far as it was agreed to here. */
async function limitConsent(tx: Transaction, from: number, to: number | null) {
  const { rows } = await tx.execute<{ agreed: boolean }>(
    sql`select ${hasAgreed} as agreed from users where users.id = ${to ?? 0}`,
  )
  if (rows[0]?.agreed) return
  await tx.execute(sql`update event_registrations
    set receive_updates = false, receive_event_invites = false where user_id = ${from}`)
  await tx.execute(sql`delete from consents where user_id = ${from}`)
}

async function joinUsers(tx: Transaction, steps: Steps, from: number, to: number) {
  await tx.execute(sql`update users u set
      first_name = coalesce(nullif(u.first_name, ''), o.first_name),
      last_name = coalesce(nullif(u.last_name, ''), o.last_name),
      company = coalesce(nullif(u.company, ''), o.company),
      job_title = coalesce(nullif(u.job_title, ''), o.job_title),
      mobile = coalesce(nullif(u.mobile, ''), o.mobile),
      linkedin = coalesce(nullif(u.linkedin, ''), o.linkedin),
      questions = coalesce(nullif(u.questions, ''), o.questions), updated_at = now()
    from users o where u.id = ${to} and o.id = ${from}`)
  await tx.execute(sql`update event_registrations r set
      questions = coalesce(nullif(r.questions, ''), o.questions),
      registration_type = case when 'confirmed' in (r.registration_type, o.registration_type)
        then 'confirmed' else r.registration_type end
    from event_registrations o
    where r.user_id = ${to} and o.user_id = ${from} and o.event_id = r.event_id`)
  await uniteRegistrations(tx, from, to)
  const both = sql`select event_id from event_registrations where user_id = ${to}`
  await steps.count(
    'registrations for the same event join',
    sql`delete from event_registrations where user_id = ${from} and event_id in (${both})`,
  )
  await steps.count(
    'registrations move',
    sql`update event_registrations set user_id = ${to} where user_id = ${from}`,
  )
  await steps.count(
    'consents move',
    sql`update consents c set user_id = ${to} where c.user_id = ${from} and not exists (
      select from consents o where o.user_id = ${to} and o.source = c.source
        and o.wording_version = c.wording_version and o.receive_updates = c.receive_updates
        and o.receive_event_invites = c.receive_event_invites)`,
  )
  await steps.count(
    'interests move',
    sql`update user_groups g set user_id = ${to} where g.user_id = ${from} and not exists (
      select from user_groups o where o.user_id = ${to} and o.group_type = g.group_type
        and o.group_identifier = g.group_identifier)`,
  )
  await tx.execute(sql`update video_access set user_id = ${to} where user_id = ${from}`)
  await tx.execute(sql`update import_batch_changes
    set before = case when before is null then null else '{}'::jsonb end, after = '{}'
    where table_name = 'users' and row_id = ${from}`)
  await tx.execute(sql`delete from users where id = ${from}`)
}

/**
 * Of two registrations for the same event one stays, and knows that they came by either. What either
 * asked stays, and what either voted for is one vote.
 */
async function uniteRegistrations(tx: Transaction, from: number, to: number) {
  const pair = sql`event_registrations o join event_registrations r
    on r.event_id = o.event_id and r.user_id = ${to} and o.user_id = ${from}`
  await tx.execute(sql`insert into joins as kept (registration_id, join_count, first_joined_at)
    select r.id, j.join_count, j.first_joined_at
    from ${pair} join joins j on j.registration_id = o.id
    on conflict (registration_id) do update set join_count = kept.join_count + excluded.join_count,
      first_joined_at = least(kept.first_joined_at, excluded.first_joined_at)`)
  await tx.execute(sql`insert into attendance_marks (registration_id, source, at, step)
    select r.id, m.source, m.at, m.step
    from ${pair} join attendance_marks m on m.registration_id = o.id
    on conflict do nothing`)
  await tx.execute(sql`update webinar_seats s set attended_at = least(s.attended_at, gone.attended_at)
    from ${pair} join webinar_seats gone on gone.registration_id = o.id
    where s.registration_id = r.id`)
  await tx.execute(sql`update webinar_seats s set registration_id = r.id from ${pair}
    where s.registration_id = o.id
      and not exists (select from webinar_seats own where own.registration_id = r.id)`)
  await tx.execute(sql`update event_questions q set registration_id = r.id from ${pair}
    where q.registration_id = o.id and not q.is_from_form`)
  await tx.execute(sql`insert into question_votes (question_id, registration_id)
    select v.question_id, r.id from ${pair} join question_votes v on v.registration_id = o.id
    on conflict do nothing`)
}
