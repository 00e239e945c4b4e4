import { and, eq } from 'drizzle-orm'
import { refusals } from '#kernel/refusals.ts'
import { writeAuditEntry, type Deed } from '#platform/audit/write-audit-entry.ts'
import type { Db } from '#platform/db/open.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import type { Session } from '#platform/http/call.ts'
import { administrators, sessions } from '#schema/sign-in.ts'
import { verifyPassword } from './administrator-login.ts'

export type OwnAdministrator = { id: number; username: string; passwordHash: string }

/**
 * Returns the database row of the signed-in administrator. Throws 401 if the administrator was removed
 * after the session was read.
 */
export async function readOwnAdministrator(
  db: Db,
  session: Session | undefined,
): Promise<OwnAdministrator> {
  const { id, username, passwordHash } = administrators
  const [own] = await db
    .select({ id, username, passwordHash })
    .from(administrators)
    .where(eq(id, session?.administratorId ?? 0))
  if (!own) throw new Refusal('not_signed_in', { message: 'You are no longer an administrator' })
  return own
}

/**
 * Records in the session that its administrator has just confirmed their password. Throws 400 for a wrong
 * password, which the audit log records, and 401 if the session has ended.
 */
export async function confirmPassword(
  db: Db,
  own: OwnAdministrator,
  password: string,
  { actor, now, sessionId }: Deed & { sessionId: number },
): Promise<void> {
  if (!(await verifyPassword(password, own.passwordHash))) {
    const details = { for: 'confirming the password' }
    const typedName = own.username
    await writeAuditEntry(db, actor, { action: 'sign_in_failed', typedName, details, now })
    const { message } = refusals.wrong_present_password
    throw new Refusal('wrong_present_password', { errors: [{ field: 'password', message }] })
  }
  const noted = await db
    .update(sessions)
    .set({ passwordAt: now })
    .where(and(eq(sessions.id, sessionId), eq(sessions.administratorId, own.id)))
    .returning({ id: sessions.id })
  if (noted.length === 0) {
    throw new Refusal('not_signed_in', { message: 'You are signed out. Please sign in again.' })
  }
}
