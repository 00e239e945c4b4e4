import { eq } from 'drizzle-orm'
import { writeAuditEntry, type Actor } from '#server/audit/record-act.ts'
import type { Db } from '#server/db/open.ts'
import { bounces } from '#server/db/tables/bounces.ts'
import { people } from '#server/db/tables/people.ts'
import { Refusal } from '#server/refusal.ts'

/**
 * The organiser says that mails arrive again: they are sent there from now on, and what failed can be tried
 * again one by one. Throws 404.
 */
export async function removeBounce(
  db: Db,
  key: string,
  { actor, now }: { actor: Actor; now: Date },
): Promise<{ key: string }> {
  return db.transaction(async (tx) => {
    const [person] = await tx.select().from(people).where(eq(people.key, key))
    if (!person) throw new Refusal('no_such_person')
    const gone = await tx.delete(bounces).where(eq(bounces.email, person.email)).returning()
    if (gone.length > 0)
      await writeAuditEntry(tx, actor, { action: 'bounce_cleared', subject: key, now })
    return { key }
  })
}
