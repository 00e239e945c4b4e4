import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Transaction } from '#server/db/open.ts'
import { consents } from '#server/db/tables/consents.ts'
import { users } from '#server/db/tables/people.ts'

/** Says in each consent of an e-mail when its address was first verified, unless that is noted already. */
export async function noteVerifiedAddress(tx: Transaction, email: string, now: Date) {
  const person = tx.select({ id: users.id }).from(users).where(eq(users.email, email))
  await tx
    .update(consents)
    .set({ addressVerifiedAt: now })
    .where(and(inArray(consents.userId, person), isNull(consents.addressVerifiedAt)))
}
