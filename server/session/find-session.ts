import { and, eq, gt, sql } from 'drizzle-orm'
import type { Session } from '#shared/session.ts'
import type { Db } from '#server/db/open.ts'
import { prepared, type Slots } from '#server/db/prepared.ts'
import { sessions } from '#server/db/tables/sessions.ts'
import { knownEmail } from './check-known-email.ts'
import { hashSessionToken } from './session-token.ts'

export const membershipMs = 30 * 24 * 60 * 60 * 1000
const touchEveryMs = 60 * 60 * 1000
/** The first time sooner: what was never used again goes first where there are too many. */
const firstTouchMs = 60 * 1000

type Asked = { tokenHash: string; oldestUse: Date; formerly: string | null }

const readSession = prepared('find_session', (db, of: Slots<Asked>) =>
  db
    .select({
      id: sessions.id,
      email: sessions.email,
      administratorId: sessions.administratorId,
      administratorUntil: sessions.administratorUntil,
      verifiedAt: sessions.verifiedAt,
      createdAt: sessions.createdAt,
      lastUsedAt: sessions.lastUsedAt,
      isKnown: sql<boolean>`${sessions.email} is not null and ${knownEmail(sessions.email)}`,
    })
    .from(sessions)
    .where(
      and(
        eq(sessions.tokenHash, of.tokenHash),
        gt(sessions.lastUsedAt, of.oldestUse),
        sql`(${of.formerly}::timestamptz is null
          or ${sessions.plainNameUntil} > ${of.formerly}::timestamptz)`,
      ),
    ),
)

/**
 * The live session of a token: unused for 30 days it is over; its administrator's role ends 12 hours
 * after signing in. A token by the cookie's former name opens only what was open before the upgrade, and
 * nothing that a neighbouring host plants under it. Specification, "People and access".
 */
export async function findSession(
  db: Db,
  { value, isFormer }: { value: string; isFormer: boolean },
  now: Date,
): Promise<Session | undefined> {
  const tokenHash = hashSessionToken(value)
  const oldestUse = new Date(now.getTime() - membershipMs)
  const formerly = isFormer ? now.toISOString() : null
  const [row] = await readSession(db, { tokenHash, oldestUse, formerly })
  if (!row) return undefined
  const isFirst = row.lastUsedAt.getTime() <= row.createdAt.getTime()
  const unnotedMs = now.getTime() - row.lastUsedAt.getTime()
  if (isFirst ? unnotedMs >= firstTouchMs : unnotedMs > touchEveryMs) {
    await db.update(sessions).set({ lastUsedAt: now }).where(eq(sessions.id, row.id))
  }
  const isAdmin =
    row.administratorId !== null && row.administratorUntil !== null && row.administratorUntil > now
  return {
    id: row.id,
    email: row.email,
    isAdmin,
    administratorId: isAdmin ? row.administratorId : null,
    hasVideoAccess: isAdmin || row.isKnown,
    verifiedAt: row.verifiedAt,
  }
}
