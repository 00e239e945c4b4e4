import { and, desc, eq, isNotNull, isNull, or } from 'drizzle-orm'
import type { OwnSession } from '#features/sign-in/contract.ts'
import type { Db } from '#platform/db/open.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import { sessions } from '#schema/sign-in.ts'
import { unknownBrowser } from './browser.ts'
import { lockProofs } from './open-session.ts'
import { isLiveSession } from './session.ts'

/** Whoever asks: the session, and the address that it has shown to be its own. */
type Own = { id: number; email: string }

/** Where an address is signed in, by a mail or by typing: this browser first, then the last used. */
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

/** Signs an address out of one browser; throws 404 for one that is not theirs. */
export async function endOwnSession(db: Db, own: Own, sessionId: number): Promise<void> {
  const ended = await signOut(db, own, sessionId)
  if (ended === 0) throw new Refusal('no_such_session')
}

/** Signs an address out of every browser, this one included; answers how many. */
export function endOwnSessions(db: Db, own: Own): Promise<number> {
  return signOut(db, own)
}

/**
 * An administrator's browser in which the address was only typed loses the address and no more: whose it
 * is, is not shown to be an administrator's.
 */
async function signOut(db: Db, own: Own, sessionId?: number): Promise<number> {
  const { id, email, administratorId, verifiedAt } = sessions
  const theirs = and(eq(email, own.email), sessionId === undefined ? undefined : eq(id, sessionId))
  return db.transaction(async (tx) => {
    await lockProofs(tx, own.email, 'alone')
    const gone = await tx
      .delete(sessions)
      .where(and(theirs, or(isNull(administratorId), isNotNull(verifiedAt))))
      .returning({ id })
    const left = await tx.update(sessions).set({ email: null }).where(theirs).returning({ id })
    return gone.length + left.length
  })
}
