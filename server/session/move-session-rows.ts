import { eq } from 'drizzle-orm'
import type { Transaction } from '#server/db/open.ts'
import { sessionWatchProgress } from '#server/db/tables/library.ts'
import { memberPageAccess } from '#server/db/tables/sessions.ts'
import { mergeWatchProgress } from './merge-watch-progress.ts'

/**
 * Gives what one session wrote to the one that replaces it in the same browser for the same e-mail: an
 * open visit can still be closed, and the place in each recording stays, the person's once it is proved.
 */
export async function reassignSessionRows(
  tx: Transaction,
  from: { id: number; email: string | null },
  to: { id: number; verifiedAt: Date | null },
): Promise<void> {
  await tx
    .update(memberPageAccess)
    .set({ sessionId: to.id })
    .where(eq(memberPageAccess.sessionId, from.id))
  if (to.verifiedAt !== null && from.email !== null) {
    await mergeWatchProgress(tx, { sessionId: from.id, email: from.email })
  } else {
    await tx
      .update(sessionWatchProgress)
      .set({ sessionId: to.id })
      .where(eq(sessionWatchProgress.sessionId, from.id))
  }
}
