import { sql, type SQL } from 'drizzle-orm'
import { saveFormQuestions } from '#features/questions/server/form-questions.ts'
import { recordSelected } from '#platform/domain-events/record-events.ts'
import { eventsOfRegistrations } from '#platform/domain-events/registrations.ts'
import { mergedProgress } from '#schema/library.ts'
import type { EmailMove, Erasing, UserMerge } from './held-treatments.ts'

/** What becomes of the rows of tables that differ from all others. Which it is, says held-of-person.ts. */

/** Whoever registered keeps their row, unless the address is that of another one. */
export async function moveUser({ steps, from, to }: EmailMove) {
  if (from.userId === null || to.userId !== null) return
  await steps.count(
    'the person moves to the address',
    sql`update users set email = ${to.email}, updated_at = now() where id = ${from.userId}`,
  )
}

/** A merged key goes on leading to whom it was merged into. */
export async function moveKey({ tx, from, to }: EmailMove) {
  if (from.key === to.key)
    await tx.execute(sql`update people set email = ${to.email} where key = ${to.key}`)
}

/** A registration that goes as `o`, with that of the same event, which stays, as `r`. */
const pairOf = ({ from, to }: UserMerge): SQL => sql`event_registrations o
  join event_registrations r on r.event_id = o.event_id and r.user_id = ${to} and o.user_id = ${from}`

/** What the one who stays did not say of themselves is taken from the other. */
export async function joinUsers({ tx, from, to }: UserMerge) {
  await tx.execute(sql`update users u set
      first_name = coalesce(nullif(u.first_name, ''), o.first_name),
      last_name = coalesce(nullif(u.last_name, ''), o.last_name),
      company = coalesce(nullif(u.company, ''), o.company),
      job_title = coalesce(nullif(u.job_title, ''), o.job_title),
      mobile = coalesce(nullif(u.mobile, ''), o.mobile),
      linkedin = coalesce(nullif(u.linkedin, ''), o.linkedin),
      questions = coalesce(nullif(u.questions, ''), o.questions), updated_at = now()
    from users o where u.id = ${to} and o.id = ${from}`)
  await tx.execute(sql`delete from users where id = ${from}`)
}

/** Of two for the same event one stays. What hangs on the other was united with its own before. */
export async function joinRegistrations(merge: UserMerge) {
  const { tx, steps, from, to } = merge
  await tx.execute(sql`with joined as (update event_registrations r set
        questions = coalesce(nullif(r.questions, ''), o.questions),
        registration_type = case when 'confirmed' in (r.registration_type, o.registration_type)
          then 'confirmed' else r.registration_type end
      from event_registrations o
      where r.user_id = ${to} and o.user_id = ${from} and o.event_id = r.event_id
      returning r.id, r.event_id, r.questions)
    ${saveFormQuestions(sql`select * from joined`)}`)
  const both = sql`select event_id from event_registrations where user_id = ${to}`
  await recordSelected(
    tx,
    eventsOfRegistrations(
      'registration.cancelled',
      sql`r.user_id = ${from} and r.event_id in (${both})`,
      'administrator',
    ),
  )
  await steps.count(
    'registrations for the same event join',
    sql`delete from event_registrations where user_id = ${from} and event_id in (${both})`,
  )
  await steps.count(
    'registrations move',
    sql`update event_registrations set user_id = ${to} where user_id = ${from}`,
  )
}

/** They came by either seat, and keep the other where there is but one. */
export async function uniteWebinarSeats(merge: UserMerge) {
  await merge.tx
    .execute(sql`update webinar_seats s set attended_at = least(s.attended_at, gone.attended_at)
    from ${pairOf(merge)} join webinar_seats gone on gone.registration_id = o.id
    where s.registration_id = r.id`)
  await merge.tx.execute(sql`update webinar_seats s set registration_id = r.id from ${pairOf(merge)}
    where s.registration_id = o.id
      and not exists (select from webinar_seats own where own.registration_id = r.id)`)
}

/** Whoever owns a recording's access registered as the one who stays. */
export async function giveAccess({ tx, from, to }: UserMerge) {
  await tx.execute(sql`update video_access set user_id = ${to} where user_id = ${from}`)
}

/** The webinar's provider knows the old address: it is asked for a seat of the new one. */
export async function takeWebinarSeatsAnew({ steps, coming }: EmailMove) {
  await steps.count(
    'seats in webinars are taken anew',
    sql`update webinar_seats set state = 'waiting', join_url = null, seated_at = null,
        attempts = attempts + 1, last_error = null, is_in_doubt = false, spent_on = null, status_at = null
      where registration_id = any(${sql.param(coming)}::int[])`,
  )
}

export async function forgetRegistrants({ tx, coming }: EmailMove) {
  await tx.execute(sql`update event_registrations set zoom_registration_id = null
    where id = any(${sql.param(coming)}::int[])`)
}

export async function uniteJoins(merge: UserMerge) {
  await merge.tx
    .execute(sql`insert into joins as kept (registration_id, join_count, first_joined_at)
    select r.id, j.join_count, j.first_joined_at
    from ${pairOf(merge)} join joins j on j.registration_id = o.id
    on conflict (registration_id) do update set join_count = kept.join_count + excluded.join_count,
      first_joined_at = least(kept.first_joined_at, excluded.first_joined_at)`)
}

export async function uniteMarks(merge: UserMerge) {
  await merge.tx.execute(sql`insert into attendance_marks (registration_id, source, at, step)
    select r.id, m.source, m.at, m.step
    from ${pairOf(merge)} join attendance_marks m on m.registration_id = o.id
    on conflict do nothing`)
}

/** What either asked stays; joinRegistrations keeps the form's question. */
export async function keepQuestions(merge: UserMerge) {
  await merge.tx
    .execute(sql`update event_questions q set registration_id = r.id from ${pairOf(merge)}
    where q.registration_id = o.id and not q.is_from_form`)
}

/** What either voted for is one vote. */
export async function uniteVotes(merge: UserMerge) {
  await merge.tx.execute(sql`insert into question_votes (question_id, registration_id)
    select v.question_id, r.id from ${pairOf(merge)}
    join question_votes v on v.registration_id = o.id
    on conflict do nothing`)
}

export async function uniteProgress({ steps, from, to }: EmailMove) {
  await steps.count(
    'recordings watched are united',
    sql`with own as (delete from watch_progress where email = ${from.email} returning *)
      insert into watch_progress as kept (email, event_id, watched, position, duration, updated_at)
      select ${to.email}, event_id, watched, position, duration, updated_at from own
      on conflict (email, event_id) do update set ${mergedProgress}`,
  )
}

/** A former address may have watched the same: there it is one row for each, under one mark. */
export async function unnameProgress({ tx, rows, mark }: Erasing) {
  await tx.execute(sql`
    with own as (delete from watch_progress t where ${rows} returning *)
    insert into watch_progress (email, event_id, watched, position, duration, updated_at)
    select ${mark}, event_id, range_agg(watched), max(position), max(duration), max(updated_at)
    from own group by event_id`)
}

/** From the mail that arrived to the one that never will: of two, the first of these stays. */
const mostTold = sql`array['sent', 'kept', 'sending', 'unknown', 'waiting', 'failed', 'stopped', 'skipped']`

/**
 * An announcement for both is for one now: of the mail that went furthest. The other's is counted as left out, so
 * that nobody who got it is written to again.
 */
export async function keepOneRecipient({ tx, from, to }: EmailMove) {
  // One whose mail is begun at this moment shows so once its lock is had.
  await tx.execute(sql`select from message_deliveries where kind = 'announcement'
    and email in (${from.email}, ${to.email}) order by id for update`)
  const { rows } = await tx.execute<{ id: number }>(sql`
    select case when array_position(${mostTold}, f.state) < array_position(${mostTold}, t.state)
      then t.id else f.id end as id
    from message_deliveries f join message_deliveries t on t.kind = f.kind and t.occasion = f.occasion
      and t.event_id is not distinct from f.event_id
    where f.kind = 'announcement' and f.email = ${from.email} and t.email = ${to.email}`)
  const gone = sql`any(${sql.param(rows.map(({ id }) => id))}::int[])`
  await tx.execute(
    sql`update announcement_recipients set gone = 'merged' where delivery_id = ${gone}`,
  )
  await tx.execute(sql`delete from message_deliveries where id = ${gone}`)
}

/** What either unsubscribed from stays left. */
export async function keepUnsubscriptions({ tx, steps, from, to }: EmailMove) {
  await tx.execute(sql`insert into unsubscriptions (email, topic, created_at)
    select ${to.email}, topic, created_at from unsubscriptions where email = ${from.email}
    on conflict do nothing`)
  await steps.count(
    'unsubscriptions stay',
    sql`delete from unsubscriptions where email = ${from.email}`,
  )
}

/** An administrator who also entered the library stays signed in as what they are. */
export async function signOut({ tx, steps, from }: EmailMove) {
  await steps.count(
    'browsers are signed out',
    sql`delete from sessions where email = ${from.email} and administrator_id is null`,
  )
  await tx.execute(
    sql`update sessions set email = null, verified_at = null where email = ${from.email}`,
  )
}

/** Deletes what was requested for the old address: codes and links. */
export async function forgetRequests({ tx, table, from }: EmailMove) {
  await tx.execute(sql`delete from ${sql.identifier(table)} where email = ${from.email}`)
}

/** As signing out, of every address of somebody erased. */
export async function endSessions({ tx, rows }: Erasing) {
  await tx.execute(sql`delete from sessions t where ${rows} and administrator_id is null`)
  await tx.execute(sql`update sessions t set email = null, verified_at = null where ${rows}`)
}

const emptied = sql`before = case when before is null then null else '{}'::jsonb end, after = '{}'`

/** What a list wrote of them is nothing to take back any more; each batch keeps its counts. */
export async function emptyNotes({ tx, rows, person }: Erasing) {
  const theirs = sql`any(${sql.param(person.addresses)}::text[])`
  await tx.execute(sql`update import_batch_changes t set ${emptied}
    where ${rows} or after->>'email' = ${theirs} or before->>'email' = ${theirs}`)
}

export async function emptyNotesOfUser({ tx, from }: UserMerge) {
  await tx.execute(sql`update import_batch_changes set ${emptied}
    where table_name = 'users' and row_id = ${from}`)
}
