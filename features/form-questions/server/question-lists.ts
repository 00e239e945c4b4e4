import { createHash } from 'node:crypto'
import { and, asc, eq, isNull, notInArray, sql } from 'drizzle-orm'
import { lockEvent, requireEvent } from '#features/events/server/event-rows.ts'
import type { SentQuestion } from '#features/form-questions/contract.ts'
import { hasOptions } from '#features/form-questions/rules.ts'
import type { FormQuestion } from '#kernel/form-questions.ts'
import { causeOf, type Deed, writeAuditEntry } from '#platform/audit/write-audit-entry.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { recordEvents } from '#platform/domain-events/record-events.ts'
import { invalidInput, Refusal } from '#platform/errors/refusal.ts'
import { formQuestions } from '#schema/form-questions.ts'

const { id, eventId, position, kind, label, options, isRequired, archivedAt } = formQuestions

/** Returns the condition for the questions of an event or, with null, of the series. */
const ofList = (event: number | null) => (event === null ? isNull(eventId) : eq(eventId, event))

async function readList(db: Db | Transaction, event: number | null): Promise<FormQuestion[]> {
  const rows = await db
    .select({ id, kind, label, options, isRequired })
    .from(formQuestions)
    .where(and(ofList(event), isNull(archivedAt)))
    .orderBy(asc(position))
  return rows.map(({ options: listed, ...row }) => (listed ? { ...row, options: listed } : row))
}

/** Returns the `ETag` of a list of questions. */
export function entityTagOf(list: FormQuestion[]): string {
  return `"${createHash('sha256').update(JSON.stringify(list)).digest('base64url').slice(0, 22)}"`
}

/**
 * Returns the questions of an event or, with null, those of the series, in their order, without archived ones.
 * Throws 404 for an unknown event.
 */
export async function listFormQuestions(db: Db, event: number | null): Promise<FormQuestion[]> {
  if (event !== null) await requireEvent(db, event)
  return readList(db, event)
}

/**
 * Replaces the questions of an event or, with null, those of the series. Archives questions that the list leaves
 * out. A question whose kind changes is archived, too, and a new one replaces it, because its answers would not fit.
 * Throws 404 for an unknown event, 400 for the id of a question of another list, and 409 if `ifMatch` is given and not
 * the entity tag of the stored list.
 */
export async function replaceFormQuestions(
  db: Db,
  event: number | null,
  sent: SentQuestion[],
  { actor, now, ifMatch }: Deed & { ifMatch?: string | undefined },
): Promise<FormQuestion[]> {
  return db.transaction(async (tx) => {
    const subject = await lockList(tx, event)
    if (ifMatch !== undefined && ifMatch !== entityTagOf(await readList(tx, event))) {
      throw new Refusal('form_questions_changed')
    }
    const known = await tx.select({ id, kind }).from(formQuestions).where(ofList(event))
    const kindsById = new Map(known.map((row) => [row.id, row.kind]))
    refuseForeignIds(sent, kindsById)
    const kept = sent.flatMap((one) =>
      one.id !== undefined && kindsById.get(one.id) === one.kind ? [one.id] : [],
    )
    await tx
      .update(formQuestions)
      .set({ archivedAt: now })
      .where(and(ofList(event), isNull(archivedAt), notInArray(id, kept)))
    for (const [at, one] of sent.entries()) {
      const fields = {
        position: at,
        label: one.label,
        options: hasOptions(one.kind) ? (one.options ?? []) : null,
        isRequired: one.isRequired,
      }
      if (one.id !== undefined && kept.includes(one.id)) {
        await tx
          .update(formQuestions)
          .set({ ...fields, archivedAt: null })
          .where(eq(id, one.id))
      } else {
        await tx.insert(formQuestions).values({ ...fields, eventId: event, kind: one.kind })
      }
    }
    const changed = { type: 'event.changed', ...(event !== null && { eventId: event }) } as const
    await recordEvents(tx, [changed], causeOf(actor))
    await writeAuditEntry(tx, actor, {
      action: 'form_questions_changed',
      subject,
      details: { ...(event !== null && { eventId: event }), questions: sent.length },
      now,
    })
    return readList(tx, event)
  })
}

/**
 * Locks the questions of the event or, with null, of every event until the transaction ends, so that two saves cannot
 * mix. Returns the title of the event, or 'every event', for the audit log.
 */
async function lockList(tx: Transaction, event: number | null): Promise<string> {
  if (event !== null) return (await lockEvent(tx, event)).event.title
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('form_questions'))`)
  return 'every event'
}

function refuseForeignIds(sent: SentQuestion[], known: Map<number, unknown>) {
  const ids = sent.map((one) => one.id)
  const errors = ids.flatMap((one, at) => {
    if (one === undefined) return []
    const field = `${at}.id`
    if (!known.has(one)) return [{ field, message: 'This form has no such question' }]
    return ids.indexOf(one) < at ? [{ field, message: 'Each question only once' }] : []
  })
  if (errors.length > 0) throw invalidInput(errors)
}

/** Copies the questions of an event to another one. */
export async function copyFormQuestions(tx: Transaction, from: number, to: number): Promise<void> {
  const rows = await tx
    .select({ position, kind, label, options, isRequired })
    .from(formQuestions)
    .where(and(eq(eventId, from), isNull(archivedAt)))
  if (rows.length === 0) return
  await tx.insert(formQuestions).values(rows.map((row) => ({ ...row, eventId: to })))
}
