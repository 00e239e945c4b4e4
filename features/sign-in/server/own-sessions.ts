import { and, desc, eq, isNotNull, isNull, or } from 'drizzle-orm'
import type { OwnSession } from '#features/sign-in/contract.ts'
import type { Db } from '#platform/db/open.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import { sessions } from '#schema/sign-in.ts'
import { unknownBrowser } from './browser.ts'
import { lockVerification } from './open-session.ts'
import { isLiveSession } from './session.ts'

/** The caller's session and its verified email. */
type Own = { id: number; email: string }

/** Returns all sessions of an email, verified or not: the caller's first, then by last use. */
export async function listOwnSessions(db: Db, own: Own, now: Date): Promise<OwnSession[]> {
  const { id, agent, lastUsedAt, email } = sessions
  const rows = await db
    .select({ id, agent, lastUsedAt })
    .from(sessions)
    .where(and(eq(email, own.email), isLiveSession(now)))
    .orderBy(desc(eq(id, own.id)), desc(lastUsedAt), desc(id))
  return rows.map((row) => ({
    id: row.id,
    isThis: row.id === own.id,
    agent: row.agent ?? unknownBrowser,
    lastUsedAt: row.lastUsedAt.toISOString(),
  }))
}

/** Ends one session of the caller's email. Throws 404 for a session of another email. */
export async function endOwnSession(db: Db, own: Own, sessionId: number): Promise<void> {
  const ended = await signOut(db, own, sessionId)
  if (ended === 0) throw new Refusal('no_such_session')
}

/** Ends all sessions of the caller's email, including this one, and returns their number. */
export function endOwnSessions(db: Db, own: Own): Promise<number> {
  return signOut(db, own)
}

/**
 * Ends sessions of the caller's email. An administrator's session in which the email is unverified only
 * loses the email, because that email may not be the administrator's.
 */
async function signOut(db: Db, own: Own, sessionId?: number): Promise<number> {
  const { id, email, administratorId, verifiedAt } = sessions
  const isOwn = and(eq(email, own.email), sessionId === undefined ? undefined : eq(id, sessionId))
  return db.transaction(async (tx) => {
    await lockVerification(tx, own.email, 'exclusive')
    const gone = await tx
      .delete(sessions)
      .where(and(isOwn, or(isNull(administratorId), isNotNull(verifiedAt))))
      .returning({ id })
    const left = await tx.update(sessions).set({ email: null }).where(isOwn).returning({ id })
    return gone.length + left.length
  })
}
