import { eq } from 'drizzle-orm'
import type { Transaction } from '#server/db/open.ts'
import { sessionWatchProgress } from '#server/db/library-schema.ts'
import { memberPageAccess } from '#server/db/schema.ts'

/**
 * Gives what one session wrote to the one that replaces it in the same browser for the same e-mail: an
 * open visit can still be closed, and the place in each recording stays.
 */
export async function moveSessionRows(tx: Transaction, from: number, to: number): Promise<void> {
  await tx
    .update(memberPageAccess)
    .set({ sessionId: to })
    .where(eq(memberPageAccess.sessionId, from))
  await tx
    .update(sessionWatchProgress)
    .set({ sessionId: to })
    .where(eq(sessionWatchProgress.sessionId, from))
}
