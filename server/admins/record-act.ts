import { eq, sql } from 'drizzle-orm'
import type { AuditAction } from '#shared/values.ts'
import type { Db, Transaction } from '#server/db/open.ts'
import { auditLog } from '#server/db/desk-schema.ts'
import { administrators } from '#server/db/schema.ts'

/** Who does something on the desk; null for a command in the terminal. */
export type Actor = { administratorId: number | null; address: string } | null

type Act = {
  action: AuditAction
  /** What it is done to, as the log shows it. */
  subject?: string
  /** Numbers and names of fields; nothing about people. */
  details?: Record<string, unknown>
  /** Where nobody is signed in: the name that was tried. */
  username?: string
  now?: Date
}

const longest = 200

/** The database's JSON takes neither NUL nor half a character. */
function storable(text: string) {
  return text.slice(0, longest).replaceAll('\u0000', '\uFFFD').toWellFormed()
}

/** Adds a line to the audit log, in the transaction of what it tells of. Issue "The organiser's desk". */
export async function recordAct(
  db: Db | Transaction,
  actor: Actor,
  { action, subject = '', details = {}, username, now }: Act,
): Promise<void> {
  const named = db
    .select({ username: administrators.username })
    .from(administrators)
    .where(eq(administrators.id, actor?.administratorId ?? 0))
  await db.insert(auditLog).values({
    action,
    username: username === undefined ? sql`(${named})` : storable(username),
    subject: storable(subject),
    details: JSON.parse(
      JSON.stringify(details, (_, value) => (typeof value === 'string' ? storable(value) : value)),
    ),
    address: actor?.address || null,
    ...(now && { at: now }),
  })
}
