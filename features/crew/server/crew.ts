import { sql, type SQL, eq } from 'drizzle-orm'
import type * as contract from '#features/crew/contract.ts'
import { lockEvent } from '#features/events/server/event-rows.ts'
import { addOutboxEntries } from '#features/mails/server/enqueue.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import { writeAuditEntry, type Deed } from '#platform/audit/write-audit-entry.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { instantText } from '#platform/db/sql-parts.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import type { JobSender } from '#platform/jobs/jobs.ts'
import { refreshPeople, savePeople } from '#platform/people/save-people.ts'
import { eventCrew } from '#schema/crew.ts'
import { events } from '#schema/events.ts'

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

/** Changes a crew member's name or role; their crew link stays valid. Throws 404 for an unknown member. */
export async function changeCrewMember(
  db: Db,
  id: number,
  changes: BodyOf<typeof contract.changeCrewMember>,
  { actor, now }: Deed,
): Promise<contract.CrewMember> {
  return db.transaction(async (tx) => {
    const before = await readCrewMember(tx, id)
    const { name = before.name, role = before.role } = changes
    await tx.update(eventCrew).set({ name, role }).where(eq(eventCrew.id, id))
    await savePeople(tx, [before.email])
    const fields = [
      ...(name === before.name ? [] : ['name']),
      ...(role === before.role ? [] : ['role']),
    ]
    if (fields.length > 0) {
      const { eventId } = before
      const details = { eventId, fields, role }
      const subject = await readTitle(tx, eventId)
      await writeAuditEntry(tx, actor, { action: 'crew_changed', subject, details, now })
    }
    return readCrewMember(tx, id)
  })
}

/**
 * Removes a crew member. Their crew link contains the id of the deleted row, so it is invalid immediately, and
 * pending mails are skipped. Throws 404 for an unknown member.
 */
export async function removeCrewMember(
  db: Db,
  id: number,
  { actor, now }: Deed,
): Promise<{ id: number }> {
  return db.transaction(async (tx) => {
    const [gone] = await tx.delete(eventCrew).where(eq(eventCrew.id, id)).returning()
    if (!gone) throw new Refusal('no_such_crew_member')
    const { email, eventId, role } = gone
    await refreshPeople(tx, [email])
    const subject = await readTitle(tx, eventId)
    await writeAuditEntry(tx, actor, {
      action: 'crew_removed',
      subject,
      details: { eventId, role },
      now,
    })
    return { id }
  })
}

async function readTitle(tx: Transaction, eventId: number): Promise<string> {
  const [event] = await tx
    .select({ title: events.title })
    .from(events)
    .where(eq(events.id, eventId))
  return event?.title ?? ''
}

type RecordingAnswerForm = Omit<BodyOf<typeof contract.answerRecording>, 'token'>

/** Stores a guest's answer about the recording at `videoUrl`, in place of the guest's former one. */
export async function storeAnswer(
  tx: Transaction,
  id: number,
  { answer, cuts = [], videoUrl }: RecordingAnswerForm,
  now: Date,
): Promise<void> {
  await tx
    .update(eventCrew)
    .set({
      recordingAnswer: answer,
      recordingUrl: videoUrl,
      recordingAnsweredAt: now,
      recordingCuts: answer === 'cut' ? cuts : null,
    })
    .where(eq(eventCrew.id, id))
}
