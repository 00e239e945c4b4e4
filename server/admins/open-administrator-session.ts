import { and, eq } from 'drizzle-orm'
import type { Session } from '#shared/session.ts'
import type { Db } from '#server/db/open.ts'
import { administrators } from '#server/db/tables/sessions.ts'
import { Refusal } from '#server/refusal.ts'
import { openSession } from '#server/session/open-session.ts'

/**
 * Opens the session of an administrator whose password was compared with this hash, and returns its
 * token. Throws 401 where the password was changed, or they were removed, since it was compared: what
 * ends all sessions then must not miss this one.
 */
export async function openAdministratorSession(
  db: Db,
  old: Session | undefined,
  { id, passwordHash }: { id: number; passwordHash: string },
  now: Date,
): Promise<string> {
  return db.transaction(async (tx) => {
    const held = await tx
      .select({ id: administrators.id })
      .from(administrators)
      .where(and(eq(administrators.id, id), eq(administrators.passwordHash, passwordHash)))
      .for('share')
    if (held.length === 0) throw new Refusal('wrong_password')
    return openSession(tx, old, { administratorId: id }, now)
  })
}
