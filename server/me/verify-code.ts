import { timingSafeEqual } from 'node:crypto'
import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { Session } from '#shared/session.ts'
import type { Db } from '#server/db/open.ts'
import { signInCodes } from '#server/db/tables/sessions.ts'
import { codeValidMs } from '#server/link-tokens/code-occasion.ts'
import { makeCode } from '#server/link-tokens/link-token.ts'
import { readLinkKey } from '#server/link-tokens/read-link-key.ts'
import { Refusal } from '#server/refusal.ts'
import { checkKnownEmail } from '#server/session/check-known-email.ts'
import { openSession } from '#server/session/open-session.ts'
import { hashSessionToken } from '#server/session/session-token.ts'

const mostTries = 5

type Shown = { email: string; code: string; browserToken: string | undefined }
type Context = { session: Session | undefined; now: Date }

/**
 * Opens a verified session where the code is the last one mailed for this address to this browser, within
 * ten minutes, five tries and once. Throws one and the same refusal for whatever is wrong.
 */
export async function verifyCode(
  db: Db,
  { email, code, browserToken }: Shown,
  { session, now }: Context,
): Promise<string> {
  const linkKey = await readLinkKey(db)
  // The try counts whatever becomes of it: it is committed before anything is said.
  const isRight = await db.transaction(async (tx) => {
    const [asked] = await tx
      .select()
      .from(signInCodes)
      .where(
        and(
          eq(signInCodes.browserHash, hashSessionToken(browserToken ?? '')),
          eq(signInCodes.email, email),
          isNull(signInCodes.usedAt),
          gt(signInCodes.createdAt, new Date(now.getTime() - codeValidMs)),
        ),
      )
      // The last one mailed; where none was, any other, which opens nothing.
      .orderBy(sql`${signInCodes.mailedAt} desc nulls last`, desc(signInCodes.id))
      .limit(1)
      .for('update')
    if (!asked) return false
    // For an address that nobody knows the same is done, so that the time tells nothing.
    const isKnown = await checkKnownEmail(tx, email)
    const isTheCode = isSame(makeCode(linkKey, asked), code) && asked.mailedAt !== null && isKnown
    const counted = await tx
      .update(signInCodes)
      .set({ tries: sql`${signInCodes.tries} + 1`, usedAt: isTheCode ? now : null })
      .where(and(eq(signInCodes.id, asked.id), lt(signInCodes.tries, mostTries)))
      .returning({ id: signInCodes.id })
    return isTheCode && counted.length > 0
  })
  if (!isRight) throw wrongCode()
  return openSession(db, session, { email, verified: true }, now)
}

function isSame(one: string, other: string) {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
}

function wrongCode() {
  const message = 'This code is wrong or too old. You can have a new one sent.'
  return new Refusal('wrong_code', { errors: [{ field: 'code', message }] })
}
