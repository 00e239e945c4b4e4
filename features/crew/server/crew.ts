import { and, eq, sql, type SQL } from 'drizzle-orm'
import type * as contract from '#features/crew/contract.ts'
import { lockEvent } from '#features/events/server/event-rows.ts'
import { addOutboxEntries } from '#features/mails/server/enqueue.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import type { TimeContext } from '#kernel/event-time.ts'
import {
  type Actor,
  causeOf,
  type Deed,
  writeAuditEntry,
} from '#platform/audit/write-audit-entry.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { instantText } from '#platform/db/sql-parts.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import type { JobSender } from '#platform/jobs/jobs.ts'
import { refreshPeople, savePeople } from '#platform/people/save-people.ts'
import { eventCrew, recordingRefusals } from '#schema/crew.ts'
import { settleApproval } from './settle-approval.ts'

type Found = Omit<contract.CrewMember, 'mail'> & {
  state: NonNullable<contract.CrewMember['mail']>['state'] | null
  lastError: string | null
}

type CrewForm = BodyOf<typeof contract.addCrewMember>

/** Returns an event's crew for the admin area. Throws 404 for an unknown event. */
export async function listCrew(db: Db, eventId: number): Promise<{ crew: contract.CrewMember[] }> {
  const { rows } = await db.execute(sql`select from events where id = ${eventId}`)
  if (rows.length === 0) throw new Refusal('no_such_event', { message: 'There is no such event' })
  return { crew: await findCrew(db, sql`c.event_id = ${eventId}`) }
}

/** Returns a crew member; throws 404 if there is none with this id. */
async function readCrewMember(db: Db | Transaction, id: number): Promise<contract.CrewMember> {
  const [found] = await findCrew(db, sql`c.id = ${id}`)
  if (!found) throw new Refusal('no_such_crew_member')
  return found
}

/** Returns crew members, each with the state of the last mail that contained their crew link. */
async function findCrew(db: Db | Transaction, condition: SQL): Promise<contract.CrewMember[]> {
  const { rows } = await db.execute<Found>(sql`
    select c.id, c.event_id as "eventId", c.name, c.email, c.role, p.key as "personKey",
      ${instantText(sql`c.created_at`)} as "createdAt", d.state, d.last_error as "lastError"
    from event_crew c left join people p on p.email = c.email
    left join lateral (select state, last_error from outbox_entries m
      where m.kind = 'crew_added' and m.event_id = c.event_id and m.email = c.email
      order by m.id desc limit 1) d on true
    where ${condition} order by c.id`)
  return rows.map(({ state, lastError, ...member }) => ({
    ...member,
    mail: state && { state, lastError },
  }))
}

/**
 * Adds a crew member, and a mail with their crew link in the same transaction. Does not register the member for the
 * event. Throws 404 for an unknown event, and 409 if the email is in the crew already.
 */
export async function addCrewMember(
  db: Db,
  eventId: number,
  form: CrewForm,
  deed: Deed & { jobs: JobSender },
): Promise<contract.CrewMember> {
  const added = await db.transaction(async (tx) => {
    const { event } = await lockEvent(tx, eventId)
    const row = await insertCrewMember(tx, { id: eventId, title: event.title }, form, deed)
    if (!row) throw new Refusal('crew_member_known')
    return row
  })
  return readCrewMember(db, added.id)
}

/**
 * Adds a crew member, and the mail with their crew link, in the caller's transaction. Undefined if the email is in
 * the crew already.
 */
export async function insertCrewMember(
  tx: Transaction,
  event: { id: number; title: string },
  { name, email, role }: CrewForm,
  { actor, jobs, now }: Deed & { jobs: JobSender },
) {
  const [row] = await tx
    .insert(eventCrew)
    .values({ eventId: event.id, name, email, role, createdAt: now })
    .onConflictDoNothing()
    .returning()
  if (!row) return undefined
  await savePeople(tx, [email])
  // The dedupe key contains the id of the new row: a member who was removed and added again then gets another mail with
  // the new link.
  const dedupeKey = String(row.id)
  await addOutboxEntries(tx, jobs, [{ kind: 'crew_added', email, eventId: event.id, dedupeKey }])
  const details = { eventId: event.id, role }
  await writeAuditEntry(tx, actor, { action: 'crew_added', subject: event.title, details, now })
  return row
}

/** Locks the event of a crew member, and the member. Throws 404 for an unknown member. */
async function lockMember(tx: Transaction, id: number) {
  const { eventId } = await readCrewMember(tx, id)
  const { event } = await lockEvent(tx, eventId)
  return { event, member: await readCrewMember(tx, id) }
}

/**
 * Changes a crew member's name or role; their crew link stays valid. A guest who is none any more counts as removed.
 * Throws 404 for an unknown member.
 */
export async function changeCrewMember(
  db: Db,
  id: number,
  changes: BodyOf<typeof contract.changeCrewMember>,
  { actor, ...time }: TimeContext & { actor: Actor },
): Promise<contract.CrewMember> {
  return db.transaction(async (tx) => {
    const { event, member: before } = await lockMember(tx, id)
    const { name = before.name, role = before.role } = changes
    const leaves = before.role === 'guest' && role !== 'guest'
    if (leaves) await keepRefusals(tx, sql`t.id = ${id}`)
    await tx.update(eventCrew).set({ name, role }).where(eq(eventCrew.id, id))
    await savePeople(tx, [before.email])
    const fields = [
      ...(name === before.name ? [] : ['name']),
      ...(role === before.role ? [] : ['role']),
    ]
    if (fields.length > 0) {
      const details = { eventId: event.id, fields, role }
      const subject = event.title
      await writeAuditEntry(tx, actor, { action: 'crew_changed', subject, details, now: time.now })
    }
    if (leaves) await settleApproval(tx, event, { ...time, cause: causeOf(actor) })
    return readCrewMember(tx, id)
  })
}

/**
 * Removes a crew member. Their crew link contains the id of the deleted row, so it is invalid immediately, and
 * pending mails are skipped. If a recording waited only for this guest, it is published. Throws 404 for an unknown
 * member.
 */
export async function removeCrewMember(
  db: Db,
  id: number,
  { actor, ...time }: TimeContext & { actor: Actor },
): Promise<{ id: number }> {
  return db.transaction(async (tx) => {
    const { event, member } = await lockMember(tx, id)
    await deleteCrew(tx, sql`t.id = ${id}`)
    await refreshPeople(tx, [member.email])
    await writeAuditEntry(tx, actor, {
      action: 'crew_removed',
      subject: event.title,
      details: { eventId: event.id, role: member.role },
      now: time.now,
    })
    await settleApproval(tx, event, { ...time, cause: causeOf(actor) })
    return { id }
  })
}

type RecordingAnswerForm = Omit<BodyOf<typeof contract.answerRecording>, 'token'>

/**
 * Stores a guest's answer about the recording at `videoUrl`, in place of the guest's former one. Returns false if an
 * erasure or a merge, which lock no events, has removed the guest.
 */
export async function storeAnswer(
  tx: Transaction,
  id: number,
  { answer, cuts = [], videoUrl }: RecordingAnswerForm,
  now: Date,
): Promise<boolean> {
  const stored = await tx
    .update(eventCrew)
    .set({
      recordingAnswer: answer,
      recordingUrl: videoUrl,
      recordingAnsweredAt: now,
      recordingCuts: answer === 'cut' ? cuts : null,
    })
    .where(eq(eventCrew.id, id))
    .returning({ id: eventCrew.id })
  return stored.length > 0
}

/** Forgets what guests refused who left the crew, because all remaining guests have approved the recording since. */
export async function forgetRefusals(tx: Transaction, eventId: number, url: string): Promise<void> {
  const { eventId: ofEvent, videoUrl } = recordingRefusals
  await tx.delete(recordingRefusals).where(and(eq(ofEvent, eventId), eq(videoUrl, url)))
}

/** SQL: the crew member `t` is a guest who refused a recording. */
const hasRefused = sql`t.role = 'guest' and t.recording_answer in ('not_yet', 'cut')`

/** Stores what the crew members `t` that meet `condition` refused as guests, because they are about to leave. */
export async function keepRefusals(tx: Transaction, condition: SQL): Promise<void> {
  // Lock the rows first: a guest who is answering now has the last word.
  await tx.execute(sql`select from event_crew t where ${condition} order by id for update`)
  await tx.execute(sql`insert into recording_refusals (event_id, video_url)
    select t.event_id, t.recording_url from event_crew t where ${condition} and ${hasRefused}
    on conflict do nothing`)
}

/** Deletes crew members `t`, and stores what they refused as guests. */
export async function deleteCrew(tx: Transaction, condition: SQL): Promise<void> {
  await keepRefusals(tx, condition)
  await tx.execute(sql`delete from event_crew t where ${condition}`)
}

/**
 * Prepares a merge of two people: of a guest with two rows in the crew of an event, the later answer counts. If the
 * remaining row is no guest's, stores what the other one refused.
 */
export async function mergeAnswers(
  tx: Transaction,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await tx.execute(
    sql`select from event_crew where email in (${from}, ${to}) order by id for update`,
  )
  await tx.execute(sql`update event_crew t set recording_answer = o.recording_answer,
      recording_url = o.recording_url, recording_answered_at = o.recording_answered_at,
      recording_cuts = o.recording_cuts
    from event_crew o where t.email = ${to} and o.email = ${from} and o.event_id = t.event_id
      and t.role = 'guest' and o.role = 'guest' and o.recording_answer is not null
      and (t.recording_answered_at is null or t.recording_answered_at < o.recording_answered_at)`)
  await keepRefusals(
    tx,
    sql`t.email = ${from} and exists (select from event_crew o
      where o.email = ${to} and o.event_id = t.event_id and o.role <> 'guest')`,
  )
}
