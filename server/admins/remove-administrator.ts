import { eq } from 'drizzle-orm'
import { keepActor } from '#server/audit/keep-actor.ts'
import { writeAuditEntry, type Actor } from '#server/audit/record-act.ts'
import type { Db } from '#server/db/open.ts'
import { administrators } from '#server/db/tables/sessions.ts'
import { Refusal } from '#server/refusal.ts'

export function unknownAdministrator(username?: string) {
  return new Refusal('no_such_administrator', {
    message: username ? `There is no administrator ${username}.` : 'There is no such administrator',
  })
}

/**
 * Removes an administrator, whose sessions end with the row. Throws 404 for an unknown one and 409 for
 * the last one: nobody could sign in any more. Of two who remove each other at once one is left, and the
 * other is answered 401.
 */
export async function removeAdministrator(
  db: Db,
  who: { id: number } | { username: string },
  actor: Actor,
): Promise<{ id: number; username: string }> {
  return db.transaction(async (tx) => {
    await tx.execute('lock table administrators in share row exclusive mode')
    await keepActor(tx, actor)
    const { id, username } = administrators
    const rows = await tx.select({ id, username }).from(administrators)
    const found = rows.find((row) =>
      'id' in who ? row.id === who.id : row.username === who.username,
    )
    if (!found) throw unknownAdministrator('username' in who ? who.username : undefined)
    if (rows.length === 1) {
      throw new Refusal('last_administrator', {
        message: `${found.username} is the only administrator. Add another one first.`,
      })
    }
    // Before the row goes: it may be the actor's own, and the log looks its name up.
    await writeAuditEntry(tx, actor, { action: 'administrator_removed', subject: found.username })
    await tx.delete(administrators).where(eq(administrators.id, found.id))
    return found
  })
}
