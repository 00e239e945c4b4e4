import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, or, sql, type Placeholder, type SQL, lt } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '#platform/db/open.ts'
import { prepared, type Slots } from '#platform/db/prepared.ts'
import type { Session } from '#platform/http/call.ts'
import { users } from '#schema/people.ts'
import { videoAccess } from '#schema/registrations.ts'
import { administratorFactors, administrators, sessions } from '#schema/sign-in.ts'

const dayMs = 24 * 60 * 60 * 1000
const unusedMs = 30 * dayMs
const wholeMs = 180 * dayMs
const touchEveryMs = 60 * 60 * 1000
/**
 * Milliseconds after which the last use of a new session is first stored. If an email has too many sessions, those
 * without any use are deleted first, so store it early.
 */
const firstTouchMs = 60 * 1000

type Asked = { tokenHash: string; oldestUse: Date; oldestBeginning: Date }

const readSession = prepared('find_session', (db, of: Slots<Asked>) =>
  db
    .select({
      id: sessions.id,
      email: sessions.email,
      administratorId: sessions.administratorId,
      administratorUntil: sessions.administratorUntil,
      verifiedAt: sessions.verifiedAt,
      passwordAt: sessions.passwordAt,
      hasFactor: sql<boolean>`${sessions.administratorId} is not null and exists (
        select 1 from ${administratorFactors} where administrator_id = ${sessions.administratorId}
          and confirmed_at is not null)`,
      role: administrators.role,
      createdAt: sessions.createdAt,
      lastUsedAt: sessions.lastUsedAt,
      isKnown: sql<boolean>`${sessions.email} is not null and ${knownEmail(sessions.email)}`,
    })
    .from(sessions)
    .leftJoin(administrators, eq(administrators.id, sessions.administratorId))
    .where(
      and(
        eq(sessions.tokenHash, of.tokenHash),
        gt(sessions.lastUsedAt, of.oldestUse),
        gt(sessions.createdAt, of.oldestBeginning),
      ),
    ),
)

/**
 * Returns the session of a token, or undefined if it has expired. Sessions expire after 30 days without
 * use, and 180 days after they began. An administrator's role expires 12 hours after the login. If
 * REQUIRE_FACTOR is set, the role takes effect only once the administrator has set up two-factor
 * authentication.
 */
export async function findSession(
  db: Db,
  token: string,
  { now, requireFactor }: { now: Date; requireFactor: boolean },
): Promise<Session | undefined> {
  const tokenHash = hashSessionToken(token)
  const [row] = await readSession(db, { tokenHash, ...oldestLive(now) })
  if (!row) return undefined
  const isFirst = row.lastUsedAt.getTime() <= row.createdAt.getTime()
  const unnotedMs = now.getTime() - row.lastUsedAt.getTime()
  if (isFirst ? unnotedMs >= firstTouchMs : unnotedMs > touchEveryMs) {
    await db.update(sessions).set({ lastUsedAt: now }).where(eq(sessions.id, row.id))
  }
  const isSignedIn =
    row.administratorId !== null && row.administratorUntil !== null && row.administratorUntil > now
  const needsFactor = isSignedIn && requireFactor && !row.hasFactor
  const isAdmin = isSignedIn && !needsFactor
  return {
    id: row.id,
    email: row.email,
    isAdmin,
    role: isAdmin ? row.role : null,
    administratorId: isSignedIn ? row.administratorId : null,
    needsFactor,
    hasVideoAccess: isAdmin || row.isKnown,
    verifiedAt: row.verifiedAt,
    passwordAt: isSignedIn ? row.passwordAt : null,
  }
}

function oldestLive(now: Date) {
  return {
    oldestUse: new Date(now.getTime() - unusedMs),
    oldestBeginning: new Date(now.getTime() - wholeMs),
  }
}

/** Returns SQL for sessions that have not expired. */
export function isLiveSession(now: Date) {
  const { oldestUse, oldestBeginning } = oldestLive(now)
  return and(gt(sessions.lastUsedAt, oldestUse), gt(sessions.createdAt, oldestBeginning))
}

/** Returns SQL that is true if `users` or `video_access` contains the email. */
export function knownEmail(email: string | PgColumn | Placeholder): SQL<boolean> {
  return sql<boolean>`(exists (select 1 from ${users} where ${eq(users.email, email)})
    or exists (select 1 from ${videoAccess} where ${eq(videoAccess.email, email)}))`
}

const lookUp = prepared('known_email', (db, of: Slots<{ email: string }>) =>
  db.select({ isKnown: knownEmail(of.email) }).from(sql`(values (1)) as one`),
)

export async function checkKnownEmail(db: Db, email: string): Promise<boolean> {
  const [answer] = await lookUp(db, { email })
  return answer?.isKnown ?? false
}

/** Returns a session token: 256 random bits in 43 characters. */
export function newSessionToken() {
  return randomBytes(32).toString('base64url')
}

/** Returns the hash under which a session token is stored. */
export function hashSessionToken(token: string) {
  return createHash('sha256').update(token).digest('hex')
}

/** Ends a session by deleting its row, so that a copied cookie becomes worthless. */
export async function closeSession(db: Db, session: Session | undefined): Promise<void> {
  if (session) await db.delete(sessions).where(eq(sessions.id, session.id))
}

export async function sweepSessions(db: Db, now: Date): Promise<void> {
  const { oldestUse, oldestBeginning } = oldestLive(now)
  const isOver = or(lt(sessions.lastUsedAt, oldestUse), lt(sessions.createdAt, oldestBeginning))
  await db.delete(sessions).where(isOver)
}
