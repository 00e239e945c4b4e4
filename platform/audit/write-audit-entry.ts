import { eq, sql } from 'drizzle-orm'
import type { DomainEventCause } from '#kernel/domain-events.ts'
import type { AuditAction } from '#kernel/values.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { auditLog } from '#schema/platform.ts'
import { administrators } from '#schema/sign-in.ts'

/** Who does something in the admin area; null for a command in the terminal. */
export type Actor = {
  administratorId: number | null
  address: string
  /** Of the key by which a program of theirs did it. */
  keyName?: string
} | null
/** What domain events name as the cause of an administrator's or operator's change. */
export function causeOf(actor: Actor): DomainEventCause {
  if (actor === null) return 'terminal'
  return actor.keyName === undefined ? 'administrator' : 'program'
}

/** By whom and when something is done, as its entry says. */
export type Deed = { actor: Actor; now: Date }

type AuditEntry = {
  action: AuditAction
  /** What it is done to, as the log shows it. */
  subject?: string
  /** Numbers and names of fields; nothing about people. */
  details?: Record<string, unknown>
  /**
   * What was typed as a name to sign in. Kept only where it is an administrator's: anything else may be
   * a password typed into the wrong field, and the log can never be corrected.
   */
  typedName?: string
  now?: Date
}

const longest = 200

/** The database's JSON takes neither NUL nor half a character. */
function storable(text: string) {
  return text.slice(0, longest).replaceAll('\u0000', '\uFFFD').toWellFormed()
}

/** Adds a line to the audit log, in the transaction of what it tells of. Specification, "Roles". */
export async function writeAuditEntry(
  db: Db | Transaction,
  actor: Actor,
  { action, subject = '', details = {}, typedName, now }: AuditEntry,
): Promise<void> {
  const named = db
    .select({ username: administrators.username })
    .from(administrators)
    .where(
      typedName === undefined
        ? eq(administrators.id, actor?.administratorId ?? 0)
        : eq(administrators.username, storable(typedName)),
    )
  await db.insert(auditLog).values({
    action,
    username: typedName === undefined ? sql`(${named})` : sql`coalesce((${named}), '')`,
    subject: storable(subject),
    details: JSON.parse(
      JSON.stringify({ ...details, keyName: actor?.keyName }, (_, value) =>
        typeof value === 'string' ? storable(value) : value,
      ),
    ),
    address: actor?.address || null,
    ...(now && { at: now }),
  })
}
