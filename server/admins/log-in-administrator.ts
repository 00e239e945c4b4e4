import { eq } from 'drizzle-orm'
import type { Session } from '#shared/session.ts'
import { writeAuditEntry, type Actor } from '#server/audit/record-act.ts'
import type { Db } from '#server/db/open.ts'
import { administrators } from '#server/db/tables/sessions.ts'
import { Refusal } from '#server/refusal.ts'
import { openAdministratorSession } from './open-administrator-session.ts'
import { decoyHash, verifyPassword } from './password.ts'

/**
 * Opens the session of the administrator with this name and password, and returns its token. Throws
 * the same 401 in the same time for an unknown name and a wrong password. Both stand in the audit log.
 * Specification, "People and access".
 */
export async function logInAdministrator(
  db: Db,
  { username, password }: { username: string; password: string },
  old: Session | undefined,
  { actor, now }: { actor: Actor; now: Date },
): Promise<string> {
  const [administrator] = await db
    .select({ id: administrators.id, passwordHash: administrators.passwordHash })
    .from(administrators)
    .where(eq(administrators.username, username))
  const isRight = await verifyPassword(password, administrator?.passwordHash ?? decoyHash)
  if (!administrator || !isRight) {
    await writeAuditEntry(db, actor, { action: 'sign_in_failed', typedName: username, now })
    throw new Refusal('wrong_password')
  }
  const token = await openAdministratorSession(db, old, administrator, now)
  await writeAuditEntry(db, actor, { action: 'sign_in', typedName: username, now })
  return token
}
