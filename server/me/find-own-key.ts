import { eq } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { people } from '#server/db/tables/people.ts'
import { Refusal } from '#server/refusal.ts'

/** The key of the person with this address. Throws 404 where nobody has it any more. */
export async function findOwnKey(db: Db, email: string): Promise<string> {
  const [found] = await db.select({ key: people.key }).from(people).where(eq(people.email, email))
  if (!found) throw new Refusal('no_such_person')
  return found.key
}
