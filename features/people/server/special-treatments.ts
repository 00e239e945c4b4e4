import { sql, type SQL } from 'drizzle-orm'
import { mergeAnswers } from '#features/crew/server/crew.ts'
import { saveGuestQuestions } from '#features/questions/server/guest-question.ts'
import { recordSelected } from '#platform/domain-events/record-events.ts'
import { eventsOfRegistrations } from '#platform/domain-events/registrations.ts'
import { earlierKnown } from '#schema/columns.ts'
import { mergedProgress } from '#schema/library.ts'
import {
  deleteRows,
  type EmailMove,
  type Erasing,
  moveRows,
  type UserMerge,
} from './held-treatments.ts'

/**
 * Functions that change, merge or erase a person's rows of tables with special rules. The list in
 * held-of-person.ts assigns them to tables.
 */

/**
 * Changes the email of the person's `users` row, unless another person has a `users` row with the new
 * email.
 */
export async function moveUser({ steps, from, to }: EmailMove) {
  if (from.userId === null || to.userId !== null) return
  await steps.count(
    'the person’s email is changed',
    sql`update users set email = ${to.email}, updated_at = now() where id = ${from.userId}`,
  )
}

/**
 * Changes the email in the person's row of `people`, which contains their key. In a merge, does nothing,
 * because the remaining person has a row of their own.
 */
export async function moveKey({ tx, from, to }: EmailMove) {
  if (from.key === to.key)
    await tx.execute(sql`update people set email = ${to.email} where key = ${to.key}`)
}

/**
 * SQL join for a merge of two people who registered for the same event: the registration to delete (`o`) and the one to
 * keep (`r`).
 */
export const pairOf = ({ from, to }: UserMerge): SQL => sql`event_registrations o
  join event_registrations r on r.event_id = o.event_id and r.user_id = ${to} and o.user_id = ${from}`

/** When two people are merged, fills in the empty details of the remaining one with those of the other. */
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

/**
 * When two people who are merged have registrations for the same event, keeps one of them, with the earlier first touch.
 * Rows that reference the other one have been moved before.
 */
export async function joinRegistrations(merge: UserMerge) {
  const { tx, steps, from, to, cause } = merge
  const confirmed = sql`r.user_id = ${to} and r.registration_type = 'pre_registration'
    and exists (select from event_registrations o where o.user_id = ${from} and o.event_id = r.event_id
      and o.registration_type = 'confirmed')`
  await recordSelected(tx, eventsOfRegistrations('registration.upgraded', confirmed, cause))
  await tx.execute(sql`with joined as (update event_registrations r set
        questions = coalesce(nullif(r.questions, ''), o.questions),
        first_touch = ${earlierKnown('first_touch', 'r', 'o')},
        registration_type = case when 'confirmed' in (r.registration_type, o.registration_type)
          then 'confirmed' else r.registration_type end
      from event_registrations o
      where r.user_id = ${to} and o.user_id = ${from} and o.event_id = r.event_id
      returning r.id, r.event_id, r.questions)
    ${saveGuestQuestions(sql`select * from joined`)}`)
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
    'registrations for the same event are merged',
    sql`delete from event_registrations where user_id = ${from} and event_id in (${both})`,
  )
  await steps.count(
    'registrations move',
    sql`update event_registrations set user_id = ${to} where user_id = ${from}`,
  )
}

/**
 * When two people who are merged are both registered in Zoom for an event, keeps one of these registrations. It counts
 * as attended if either of them attended.
 */
export async function mergeWebinarSeats(merge: UserMerge) {
  await merge.tx
    .execute(sql`update webinar_seats s set attended_at = least(s.attended_at, gone.attended_at)
    from ${pairOf(merge)} join webinar_seats gone on gone.registration_id = o.id
    where s.registration_id = r.id`)
  await merge.tx.execute(sql`update webinar_seats s set registration_id = r.id from ${pairOf(merge)}
    where s.registration_id = o.id
      and not exists (select from webinar_seats own where own.registration_id = r.id)`)
}

/** When two people are merged, moves the rows that grant access to recordings to the remaining one. */
export async function moveVideoAccess({ tx, from, to }: UserMerge) {
  await tx.execute(sql`update video_access set user_id = ${to} where user_id = ${from}`)
}

/** Requests new registrations at Zoom, because the existing ones have the old email. */
export async function requestWebinarSeatsAgain({ steps, coming }: EmailMove) {
  await steps.count(
    'Zoom registrations are made again',
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

/**
 * When two people are merged, moves the questions that the first one asked on the question board to the other's
 * registration. `joinRegistrations` moves those asked in the registration form.
 */
export async function keepQuestions(merge: UserMerge) {
  await merge.tx
    .execute(sql`update event_questions q set registration_id = r.id from ${pairOf(merge)}
    where q.registration_id = o.id and not q.is_from_form`)
}

/** When two people are merged, moves the first one's votes for questions, at most one vote per question. */
export async function mergeVotes(merge: UserMerge) {
  await merge.tx.execute(sql`insert into question_votes (question_id, registration_id)
    select v.question_id, r.id from ${pairOf(merge)}
    join question_votes v on v.registration_id = o.id
    on conflict do nothing`)
}

export async function mergeProgress({ steps, from, to }: EmailMove) {
  await steps.count(
    'watched recordings move',
    sql`with own as (delete from watch_progress where email = ${from.email} returning *)
      insert into watch_progress as kept (email, event_id, watched, position, duration, updated_at)
      select ${to.email}, event_id, watched, position, duration, updated_at from own
      on conflict (email, event_id) do update set ${mergedProgress}`,
  )
}

/**
 * Replaces the person in their watch progress by a random id. Several emails of the person may have watched
 * the same recording, so their rows are combined into one per recording.
 */
export async function anonymizeProgress({ tx, rows, mark }: Erasing) {
  await tx.execute(sql`
    with own as (delete from watch_progress t where ${rows} returning *)
    insert into watch_progress (email, event_id, watched, position, duration, updated_at)
    select ${mark}, event_id, range_agg(watched), max(position), max(duration), max(updated_at)
    from own group by event_id`)
}

const moveCrewRows = moveRows(
  'places in crews move',
  'event_id',
  'places in the same crew are merged',
)

export async function moveCrew(move: EmailMove) {
  await mergeAnswers(move.tx, { from: move.from.email, to: move.to.email })
  await moveCrewRows(move)
}

/**
 * States of outbox entries in order from delivered to never sent. Of two entries for the same mail, the
 * merge keeps the one whose state comes first.
 */
const stateOrder = sql`array['sent', 'kept', 'sending', 'unknown', 'waiting', 'failed', 'stopped', 'skipped']`

/**
 * If both merged people are recipients of the same announcement, keeps the outbox entry whose state comes
 * first in `stateOrder` and deletes the other. Marks the recipient of the deleted entry as merged, so that
 * a later send does not write to the person twice.
 */
export async function keepOneRecipient({ tx, from, to }: EmailMove) {
  // Lock the outbox entries first: while a mail is being sent, its entry is locked, and reading it would return an
  // outdated state.
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

/** Ends the member sessions of an email. Administrators remain signed in to the admin area. */
export async function signOut({ tx, steps, from }: EmailMove) {
  await steps.count(
    'browsers are signed out',
    sql`delete from sessions where email = ${from.email} and administrator_id is null`,
  )
  await tx.execute(
    sql`update sessions set email = null, verified_at = null where email = ${from.email}`,
  )
}

/** Deletes sign-in codes and links that were requested for the old email. */
async function deleteRequests({ tx, table, from }: EmailMove) {
  await tx.execute(sql`delete from ${sql.identifier(table)} where email = ${from.email}`)
}

/**
 * For tables with requests for a link or code, which are useless after minutes: their rows are deleted, never exported.
 */
export const requestTable = {
  personalColumns: 'email',
  page: 'not shown',
  export: 'left out',
  email: deleteRequests,
  erase: deleteRows,
} as const

/** Ends the member sessions of all emails of an erased person. */
export async function endSessions({ tx, rows }: Erasing) {
  await tx.execute(sql`delete from sessions t where ${rows} and administrator_id is null`)
  await tx.execute(sql`update sessions t set email = null, verified_at = null where ${rows}`)
}

const emptied = sql`before = case when before is null then null else '{}'::jsonb end, after = '{}'`

/**
 * Clears the values in import records about the person, so that the undo of an import does not restore
 * them. The counts of each import batch remain.
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
