import { eq } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { administrators, sessions } from '#server/db/schema.ts'
import { refuseUnusable } from './add-administrator.ts'
import { hashPassword } from './password.ts'
import { recordAct } from './record-act.ts'
import { unknownAdministrator } from './remove-administrator.ts'

/** Changes a password and ends every session that was opened with the old one. Throws 404. */
export async function changePassword(
  db: Db,
  login: { username: string; password: string },
): Promise<void> {
  refuseUnusable(login)
  const passwordHash = await hashPassword(login.password)
  await db.transaction(async (tx) => {
    const [changed] = await tx
      .update(administrators)
      .set({ passwordHash, updatedAt: new Date() })
      .where(eq(administrators.username, login.username))
      .returning({ id: administrators.id })
    if (!changed) throw unknownAdministrator(login.username)
    await tx.delete(sessions).where(eq(sessions.administratorId, changed.id))
    await recordAct(tx, null, { action: 'password_changed', subject: login.username })
  })
}
