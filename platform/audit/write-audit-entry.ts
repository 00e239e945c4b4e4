import { eq, sql } from 'drizzle-orm'
import type { DomainEventCause } from '#kernel/domain-events.ts'
import type { AuditAction } from '#kernel/values.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { auditLog } from '#schema/platform.ts'
import { administrators } from '#schema/sign-in.ts'

/** The administrator who makes a change, in the admin area or with an API key; null for a terminal command. */
export type Actor = {
  administratorId: number | null
  address: string
  /** Name of the administrator's API key that made the call; absent for a browser session. */
  keyName?: string
} | null
/**
 * Returns the cause to record in domain events: `administrator` (browser session), `program` (API key) or
 * `terminal`.
 */
export function causeOf(actor: Actor): DomainEventCause {
  if (actor === null) return 'terminal'
  return actor.keyName === undefined ? 'administrator' : 'program'
}

/** Who makes a change that the audit log records, and when. */
export type Deed = { actor: Actor; now: Date }

type AuditEntry = {
  action: AuditAction
  /** Name of the changed object, as the audit log displays it. */
  subject?: string
  /** Details of the change: numbers and field names only, no personal data. */
  details?: Record<string, unknown>
  /**
   * The user name typed at sign-in. The audit log stores it only if it belongs to an administrator: any other text
   * may be a password typed into the wrong field, and log entries cannot be corrected.
   */
  typedName?: string
  now?: Date
}

const longest = 200

/**
 * Truncates a text to 200 characters and replaces NUL characters and lone surrogates, which PostgreSQL's JSON type
 * rejects.
 */
function storableText(text: string) {
  return text.slice(0, longest).replaceAll('\u0000', '\uFFFD').toWellFormed()
}

/**
 * Returns a copy of an audit log entry's details, in which every text is truncated and accepted by PostgreSQL's JSON
 * type.
 */
export function storable(details: Record<string, unknown>): Record<string, unknown> {
  return JSON.parse(
    JSON.stringify(details, (_, value) =>
      typeof value === 'string' ? storableText(value) : value,
    ),
  )
}

/** Adds an entry to the audit log, in the transaction of the change that the entry describes. */
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
        : eq(administrators.username, storableText(typedName)),
    )
  await db.insert(auditLog).values({
    action,
    username: typedName === undefined ? sql`(${named})` : sql`coalesce((${named}), '')`,
    subject: storableText(subject),
    details: storable({ ...details, keyName: actor?.keyName }),
    address: actor?.address || null,
    ...(now && { at: now }),
  })
}
