import { eq } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { administrators } from '#server/db/schema.ts'
import { Refusal } from '#server/refusal.ts'
import { recordAct } from './record-act.ts'

export function unknownAdministrator(username: string) {
  return new Refusal(404, `There is no administrator ${username}.`)
}

/**
 * Removes an administrator, whose sessions end with the row. Throws 404 for an unknown name and 409 for
 * the last one: nobody could sign in any more.
 */
export async function removeAdministrator(db: Db, username: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute('lock table administrators in share row exclusive mode')
    const rows = await tx.select({ username: administrators.username }).from(administrators)
    if (!rows.some((row) => row.username === username)) throw unknownAdministrator(username)
    if (rows.length === 1) {
      throw new Refusal(409, `${username} is the only administrator. Add another one first.`)
    }
    await tx.delete(administrators).where(eq(administrators.username, username))
    await recordAct(tx, null, { action: 'administrator_removed', subject: username })
  })
}
