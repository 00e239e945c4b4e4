import { sql, type SQL } from 'drizzle-orm'
import { saveFormQuestions } from '#features/questions/server/form-questions.ts'
import { recordSelected } from '#platform/domain-events/record-events.ts'
import { eventsOfRegistrations } from '#platform/domain-events/registrations.ts'
import { mergedProgress } from '#schema/library.ts'
import type { EmailMove, Erasing, UserMerge } from './held-treatments.ts'

/** Treatments of tables with rules of their own. held-of-person.ts assigns them to tables. */

/** Changes the email of the `users` row, unless another person has that email. */
export async function moveUser({ steps, from, to }: EmailMove) {
  if (from.userId === null || to.userId !== null) return
  await steps.count(
    'the person moves to the address',
    sql`update users set email = ${to.email}, updated_at = now() where id = ${from.userId}`,
  )
}

/** Makes a merged person's key lead to the person they were merged into. */
export async function moveKey({ tx, from, to }: EmailMove) {
  if (from.key === to.key)
    await tx.execute(sql`update people set email = ${to.email} where key = ${to.key}`)
}

/** SQL that pairs the deleted registration `o` with the remaining one of the same event, `r`. */
const pairOf = ({ from, to }: UserMerge): SQL => sql`event_registrations o
  join event_registrations r on r.event_id = o.event_id and r.user_id = ${to} and o.user_id = ${from}`

/** Fills in details that the remaining person did not give. */
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

/** Keeps one of two registrations for the same event. Rows that reference the other were merged before. */
export async function joinRegistrations(merge: UserMerge) {
  const { tx, steps, from, to, cause } = merge
  const confirmed = sql`r.user_id = ${to} and r.registration_type = 'pre_registration'
    and exists (select from event_registrations o where o.user_id = ${from} and o.event_id = r.event_id
      and o.registration_type = 'confirmed')`
  await recordSelected(tx, eventsOfRegistrations('registration.upgraded', confirmed, cause))
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
      cause,
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

/** Keeps the Zoom registration of either person; attendance counts if either attended. */
export async function mergeWebinarSeats(merge: UserMerge) {
  await merge.tx
    .execute(sql`update webinar_seats s set attended_at = least(s.attended_at, gone.attended_at)
    from ${pairOf(merge)} join webinar_seats gone on gone.registration_id = o.id
    where s.registration_id = r.id`)
  await merge.tx.execute(sql`update webinar_seats s set registration_id = r.id from ${pairOf(merge)}
    where s.registration_id = o.id
      and not exists (select from webinar_seats own where own.registration_id = r.id)`)
}

/** Moves access to recordings to the remaining person's `users` row. */
export async function moveVideoAccess({ tx, from, to }: UserMerge) {
  await tx.execute(sql`update video_access set user_id = ${to} where user_id = ${from}`)
}

/** Zoom knows the old address, so a new registration is requested for the new one. */
export async function requestWebinarSeatsAgain({ steps, coming }: EmailMove) {
  await steps.count(
    'seats in webinars are taken anew',
    sql`update webinar_seats set state = 'waiting', join_url = null, seated_at = null,
        attempts = attempts + 1, last_error = null, is_in_doubt = false, exhausted_on = null, status_at = null
      where registration_id = any(${sql.param(coming)}::int[])`,
  )
}

export async function forgetRegistrants({ tx, coming }: EmailMove) {
  await tx.execute(sql`update event_registrations set zoom_registration_id = null
    where id = any(${sql.param(coming)}::int[])`)
}

export async function mergeJoins(merge: UserMerge) {
  await merge.tx
    .execute(sql`insert into joins as kept (registration_id, join_count, first_joined_at)
    select r.id, j.join_count, j.first_joined_at
    from ${pairOf(merge)} join joins j on j.registration_id = o.id
    on conflict (registration_id) do update set join_count = kept.join_count + excluded.join_count,
      first_joined_at = least(kept.first_joined_at, excluded.first_joined_at)`)
}

export async function mergeAttendanceMarks(merge: UserMerge) {
  await merge.tx.execute(sql`insert into attendance_marks (registration_id, source, at, step)
    select r.id, m.source, m.at, m.step
    from ${pairOf(merge)} join attendance_marks m on m.registration_id = o.id
    on conflict do nothing`)
}

/** Keeps the questions of both people; joinRegistrations keeps the form's question. */
export async function keepQuestions(merge: UserMerge) {
  await merge.tx
    .execute(sql`update event_questions q set registration_id = r.id from ${pairOf(merge)}
    where q.registration_id = o.id and not q.is_from_form`)
}

/** Two votes for the same question become one. */
export async function mergeVotes(merge: UserMerge) {
  await merge.tx.execute(sql`insert into question_votes (question_id, registration_id)
    select v.question_id, r.id from ${pairOf(merge)}
    join question_votes v on v.registration_id = o.id
    on conflict do nothing`)
}

export async function mergeProgress({ steps, from, to }: EmailMove) {
  await steps.count(
    'recordings watched are united',
    sql`with own as (delete from watch_progress where email = ${from.email} returning *)
      insert into watch_progress as kept (email, event_id, watched, position, duration, updated_at)
      select ${to.email}, event_id, watched, position, duration, updated_at from own
      on conflict (email, event_id) do update set ${mergedProgress}`,
  )
}

/**
 * Rows of former addresses may cover the same recording; the result is one row per recording under
 * one anonymous id.
 */
export async function anonymizeProgress({ tx, rows, mark }: Erasing) {
  await tx.execute(sql`
    with own as (delete from watch_progress t where ${rows} returning *)
    insert into watch_progress (email, event_id, watched, position, duration, updated_at)
    select ${mark}, event_id, range_agg(watched), max(position), max(duration), max(updated_at)
    from own group by event_id`)
}

/** Sort order of outbox states, from delivered to never sent: of two entries, the first is kept. */
const stateOrder = sql`array['sent', 'kept', 'sending', 'unknown', 'waiting', 'failed', 'stopped', 'skipped']`

/**
 * If two merged people received the same announcement, keeps the entry that went furthest. The other counts
 * as skipped, so that a later send does not write to the person again.
 */
export async function keepOneRecipient({ tx, from, to }: EmailMove) {
  // Lock first: an entry whose mail is being sent shows that state only after its lock is released.
  await tx.execute(sql`select from outbox_entries where kind = 'announcement'
    and email in (${from.email}, ${to.email}) order by id for update`)
  const { rows } = await tx.execute<{ id: number }>(sql`
    select case when array_position(${stateOrder}, f.state) < array_position(${stateOrder}, t.state)
      then t.id else f.id end as id
    from outbox_entries f join outbox_entries t on t.kind = f.kind and t.dedupe_key = f.dedupe_key
      and t.event_id is not distinct from f.event_id
    where f.kind = 'announcement' and f.email = ${from.email} and t.email = ${to.email}`)
  const gone = sql`any(${sql.param(rows.map(({ id }) => id))}::int[])`
  await tx.execute(
    sql`update announcement_recipients set gone = 'merged' where outbox_entry_id = ${gone}`,
  )
  await tx.execute(sql`delete from outbox_entries where id = ${gone}`)
}

export async function keepUnsubscriptions({ tx, steps, from, to }: EmailMove) {
  await tx.execute(sql`insert into unsubscriptions (email, topic, created_at)
    select ${to.email}, topic, created_at from unsubscriptions where email = ${from.email}
    on conflict do nothing`)
  await steps.count(
    'unsubscriptions stay',
    sql`delete from unsubscriptions where email = ${from.email}`,
  )
}

/** Signs the address out of the library. Administrators stay signed in to the admin area. */
export async function signOut({ tx, steps, from }: EmailMove) {
  await steps.count(
    'browsers are signed out',
    sql`delete from sessions where email = ${from.email} and administrator_id is null`,
  )
  await tx.execute(
    sql`update sessions set email = null, verified_at = null where email = ${from.email}`,
  )
}

/** Deletes codes and links that were requested for the old address. */
export async function deleteRequests({ tx, table, from }: EmailMove) {
  await tx.execute(sql`delete from ${sql.identifier(table)} where email = ${from.email}`)
}

/** Ends the library sessions of all addresses of an erased person. */
export async function endSessions({ tx, rows }: Erasing) {
  await tx.execute(sql`delete from sessions t where ${rows} and administrator_id is null`)
  await tx.execute(sql`update sessions t set email = null, verified_at = null where ${rows}`)
}

const emptied = sql`before = case when before is null then null else '{}'::jsonb end, after = '{}'`

/**
 * Clears the imports' records of the person, so that an undo does not restore them. Each batch
 * keeps its counts.
 */
export async function clearImportNotes({ tx, rows, person }: Erasing) {
  const addresses = sql`any(${sql.param(person.addresses)}::text[])`
  await tx.execute(sql`update import_batch_changes t set ${emptied}
    where ${rows} or after->>'email' = ${addresses} or before->>'email' = ${addresses}`)
}

export async function clearImportNotesOfUser({ tx, from }: UserMerge) {
  await tx.execute(sql`update import_batch_changes set ${emptied}
    where table_name = 'users' and row_id = ${from}`)
}
