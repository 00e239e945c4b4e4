import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { WrittenAnnouncement } from '#features/announcements/contract.ts'
import type { Audience } from '#kernel/audience-kinds.ts'
import { cleanLine } from '#kernel/clean-line.ts'
import type { TimeContext } from '#kernel/event-time.ts'
import { writeAuditEntry, type Actor } from '#platform/audit/write-audit-entry.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { invalidInput, Refusal } from '#platform/errors/refusal.ts'
import { createWorkThread, TooMuchWork } from '#platform/threads/work-thread.ts'
import { announcements } from '#schema/announcements.ts'
import { events, isPublishedAt } from '#schema/events.ts'
import { readAudience } from './audiences.ts'
import type { readMarkdown } from './read-markdown.ts'

export type Deed = { actor: Actor; time: TimeContext }
export type AnnouncementRow = typeof announcements.$inferSelect

/**
 * Returns a hash of an announcement's topic, audience and text. Storing it with a test mail shows later whether the
 * test had the current text.
 */
export function digestOf(
  written: Pick<AnnouncementRow, 'topic' | 'subject' | 'body'> & {
    eventId: number | null
    audience: { any: unknown; except: unknown; crewOf?: number }
  },
): string {
  const { topic, eventId, subject, body, audience } = written
  const parts = [audience.any, audience.except, audience.crewOf ?? null]
  const whole = JSON.stringify([topic, eventId, parts, subject, body], sortedKeys)
  return createHash('sha256').update(whole).digest('hex')
}

/**
 * Replacer for JSON.stringify that sorts the keys of objects. PostgreSQL's jsonb changes their order, and the hash must
 * not depend on it.
 */
function sortedKeys(_name: string, value: unknown) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Creates the draft of an announcement and returns its id. */
export async function createAnnouncement(
  db: Db,
  form: WrittenAnnouncement,
  { actor, time }: Deed,
): Promise<number> {
  const { body, subject, ...chosen } = storable(form)
  await checkWritten(db, chosen, time)
  const content = await readBody(body)
  return db.transaction(async (tx) => {
    const [added] = await tx
      .insert(announcements)
      .values({
        ...chosen,
        subject,
        body,
        content,
        eventId: chosen.eventId ?? null,
        createdAt: time.now,
        updatedAt: time.now,
      })
      .returning({ id: announcements.id })
    await writeAuditEntry(tx, actor, {
      action: 'announcement_created',
      subject,
      now: time.now,
    })
    return added!.id
  })
}

export type ChangedAnnouncement = Partial<Omit<WrittenAnnouncement, 'eventId'>> & {
  eventId?: number | null
}

/**
 * Changes the draft of an announcement. Throws 404 for an unknown id, and 409 if the announcement was approved,
 * or changed since `updatedAt`.
 */
export async function changeAnnouncement(
  db: Db,
  id: number,
  { updatedAt, ...form }: ChangedAnnouncement & { updatedAt?: string },
  { actor, time }: Deed,
): Promise<void> {
  const changes = storable(form)
  const content = changes.body === undefined ? {} : { content: await readBody(changes.body) }
  await db.transaction(async (tx) => {
    const before = await lockDraft(tx, id)
    const isStale = updatedAt && new Date(updatedAt).getTime() !== before.updatedAt.getTime()
    if (isStale) throw new Refusal('announcement_changed')
    const after = { ...before, ...changes }
    await checkWritten(tx, { ...after, audience: after.audience as Audience }, time)
    await tx
      .update(announcements)
      .set({ ...changes, ...content, updatedAt: time.now })
      .where(eq(announcements.id, id))
    await writeAuditEntry(tx, actor, {
      action: 'announcement_changed',
      subject: after.subject,
      details: { fields: Object.keys(changes) },
      now: time.now,
    })
  })
}

/** Deletes the draft of an announcement, and its test mails from the outbox. */
export async function deleteAnnouncement(db: Db, id: number, { actor, time }: Deed): Promise<void> {
  await db.transaction(async (tx) => {
    const { subject } = await lockDraft(tx, id)
    await tx.delete(announcements).where(eq(announcements.id, id))
    const entry = { action: 'announcement_deleted', subject, now: time.now } as const
    await writeAuditEntry(tx, actor, entry)
  })
}

/** Locks an announcement until the transaction ends; throws 404 for an unknown id. */
export async function lockAnnouncement(tx: Transaction, id: number): Promise<AnnouncementRow> {
  const [found] = await tx
    .select()
    .from(announcements)
    .where(eq(announcements.id, id))
    .for('no key update')
  if (!found) throw new Refusal('no_such_announcement')
  return found
}

async function lockDraft(tx: Transaction, id: number) {
  const found = await lockAnnouncement(tx, id)
  if (found.approvedAt) throw new Refusal('announcement_approved')
  return found
}

type Chosen = Pick<WrittenAnnouncement, 'topic'> & { eventId?: number | null; audience: Audience }

/**
 * Throws 404 for an event that is not published, and 400 if an announcement about an event has recipients
 * outside of that event: mails about an event need no consent beyond the registration.
 */
export async function checkWritten(
  db: Db | Transaction,
  { topic, eventId, audience }: Chosen,
  time: TimeContext,
): Promise<void> {
  const { any, crewOf } = audience
  if (topic === 'event') {
    if (!eventId) {
      const message = 'Choose an event'
      throw invalidInput([{ field: 'eventId', message }])
    }
    const message =
      'An announcement about an event can only go to people of that event. Choose Newsletter instead.'
    const foreign = any.flatMap((part, index) =>
      part.eventId === eventId ? [] : [{ field: `audience.any.${index}.eventId`, message }],
    )
    if (crewOf !== undefined && crewOf !== eventId)
      foreign.push({ field: 'audience.crewOf', message })
    if (foreign.length > 0) throw invalidInput(foreign)
  }
  if (eventId) {
    const known = await db.$count(events, and(eq(events.id, eventId), isPublishedAt(time.now)))
    const message = `There is no published event with the ID ${eventId}`
    if (known === 0) throw invalidInput([{ field: 'eventId', message }], 'unknown_event')
  }
  await readAudience(db, { audience }, time)
}

const thread = createWorkThread<typeof readMarkdown>(
  new URL('./markdown-thread.ts', import.meta.url),
  { deadlineMs: 10_000 },
)

async function readBody(body: string) {
  try {
    return await thread.run(body)
  } catch (error) {
    if (!(error instanceof TooMuchWork) && !(error instanceof RangeError)) throw error
    const message = 'The text is too complex: too many lists, links or formats inside each other'
    throw invalidInput([{ field: 'body', message }])
  }
}

/**
 * Returns the form with texts that can be stored: a subject in one line, and a body without unpaired
 * surrogates, which PostgreSQL rejects.
 */
function storable<Form extends ChangedAnnouncement>(form: Form): Form {
  const { subject, body } = form
  return {
    ...form,
    ...(subject !== undefined && { subject: cleanLine(subject) }),
    ...(body !== undefined && { body: body.toWellFormed() }),
  }
}

/**
 * Records that the announcement's current text was sent as a test, which approval requires. `testedBy` is the id of the
 * test mail's outbox entry.
 */
export async function noteTested(
  tx: Transaction,
  announcement: AnnouncementRow,
  testedBy: number,
): Promise<void> {
  await tx
    .update(announcements)
    .set({ testedAs: digestOf(announcement), testedBy })
    .where(eq(announcements.id, announcement.id))
}
