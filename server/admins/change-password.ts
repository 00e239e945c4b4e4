import { and, eq, ne } from 'drizzle-orm'
import { writeAuditEntry, type Actor } from '#server/audit/record-act.ts'
import type { Db } from '#server/db/open.ts'
import { administrators, sessions } from '#server/db/tables/sessions.ts'
import { refuseUnusable } from './add-administrator.ts'
import { hashPassword } from './password.ts'
import { unknownAdministrator } from './remove-administrator.ts'

type Change = {
  actor: Actor
  /** The hash that the present password was compared with: whoever changed it since is not overruled. */
  verifiedHash?: string
  /** The session that goes on. */
  keptSession?: number
}

/**
 * Changes a password and ends every session that was opened with the old one, but the one that is kept.
 * Returns the new hash. Throws 404, also where the verified hash is no longer the one that is stored.
 */
export async function changePassword(
  db: Db,
  login: { username: string; password: string },
  { actor, verifiedHash, keptSession }: Change,
): Promise<string> {
  refuseUnusable(login)
  const passwordHash = await hashPassword(login.password)
  await db.transaction(async (tx) => {
    const [changed] = await tx
      .update(administrators)
      .set({ passwordHash, updatedAt: new Date() })
      .where(
        and(
          eq(administrators.username, login.username),
          verifiedHash === undefined ? undefined : eq(administrators.passwordHash, verifiedHash),
        ),
      )
      .returning({ id: administrators.id })
    if (!changed) throw unknownAdministrator(login.username)
    await tx
      .delete(sessions)
      .where(
        and(
          eq(sessions.administratorId, changed.id),
          keptSession === undefined ? undefined : ne(sessions.id, keptSession),
        ),
      )
    await writeAuditEntry(tx, actor, { action: 'password_changed', subject: login.username })
  })
  return passwordHash
}
