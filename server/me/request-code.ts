import type { Db } from '#server/db/open.ts'
import { signInCodes } from '#server/db/tables/sessions.ts'
import { promptly, type Jobs } from '#server/jobs/create-jobs.ts'
import { hashSessionToken, newSessionToken } from '#server/session/session-token.ts'

/**
 * Notes that a code is wanted, and returns the token that this browser is to show with it. The same is
 * done for every address; whether a mail goes out is decided later, by a job.
 */
export async function requestCode(
  db: Db,
  jobs: Jobs,
  { email, browserToken, now }: { email: string; browserToken: string | undefined; now: Date },
): Promise<string> {
  const token = browserToken ?? newSessionToken()
  await db.transaction(async (tx) => {
    const [code] = await tx
      .insert(signInCodes)
      .values({ email, browserHash: hashSessionToken(token), createdAt: now })
      .returning({ id: signInCodes.id })
    await jobs.send(tx, 'send-code', [{ codeId: code!.id }], promptly)
  })
  return token
}
