import { eq } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { signInCodes } from '#server/db/tables/sessions.ts'
import type { Jobs } from '#server/jobs/create-jobs.ts'
import { isMailboxFull } from '#server/links/request-link.ts'
import { addOutboxEntries } from '#server/messages/add-deliveries.ts'
import { checkKnownEmail } from '#server/session/check-known-email.ts'
import { makeCodeKey } from '#server/link-tokens/code-occasion.ts'

/** Sends a code that was asked for to a known address whose mailbox is not full; does nothing else. */
export async function sendCode(db: Db, jobs: Jobs, codeId: number, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const [code] = await tx
      .select()
      .from(signInCodes)
      .where(eq(signInCodes.id, codeId))
      .for('update')
    if (!code || code.mailedAt || !(await checkKnownEmail(tx, code.email))) return
    if (await isMailboxFull(tx, code.email, now)) return
    await tx.update(signInCodes).set({ mailedAt: now }).where(eq(signInCodes.id, codeId))
    await addOutboxEntries(tx, jobs, [
      { kind: 'sign_in_code', email: code.email, dedupeKey: makeCodeKey(code), createdAt: now },
    ])
  })
}
