import { eq, sql, type Placeholder, type SQL, and, inArray, isNull } from 'drizzle-orm'
import { confirmSeries } from '#features/newsletter/server/series-subscriptions.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { prepared, preparedSql, type Slots } from '#platform/db/prepared.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import { memberPageAccess, mergedProgress, sessionWatchProgress } from '#schema/library.ts'
import { consents } from '#schema/newsletter.ts'
import { users } from '#schema/people.ts'
import { administrators, sessions } from '#schema/sign-in.ts'
import type { Browser } from './browser.ts'
import { hashSessionToken, newSessionToken } from './session.ts'

/** Opens a member session for a known email and returns its token. Throws 404 for an unknown one. */
export function logInWithEmail(
  db: Db,
  { email, isKnown }: { email: string; isKnown: boolean },
  browser: Browser,
  now: Date,
): Promise<string> {
  if (!isKnown) {
    throw new Refusal('unknown_email')
  }
  return openSession(db, browser, { email }, now)
}

/**
 * Locks whether an email is verified until the transaction ends. Signing in locks it as `shared`, because it copies the
 * verification to the new session. Signing out everywhere locks it as `exclusive`, so that no copy is made meanwhile.
 */
export async function lockVerification(
  tx: Transaction,
  email: string,
  mode: 'shared' | 'exclusive',
) {
  const key = sql`hashtext(${`greenroom_proofs ${email}`})`
  await (mode === 'shared'
    ? tx.execute(sql`select pg_advisory_xact_lock_shared(${key})`)
    : tx.execute(sql`select pg_advisory_xact_lock(${key})`))
}

const administratorMs = 12 * 60 * 60 * 1000

type Login = { email: string; verified?: boolean } | { administratorId: number }

type NewRow = {
  tokenHash: string
  email: string | null
  verifiedAt: Date | null
  agent: string
  begunAt: Date
  now: Date
  administratorId: number | null
  administratorUntil: Date | null
  passwordAt: Date | null
}

const addSession = prepared('add_session', (db, of: Slots<NewRow>) =>
  db
    .insert(sessions)
    .values({
      tokenHash: of.tokenHash,
      email: of.email,
      // Pass nullable values as SQL, because Drizzle's column type cannot encode null.
      verifiedAt: sql`${of.verifiedAt}::timestamptz`,
      agent: of.agent,
      createdAt: of.begunAt,
      lastUsedAt: of.now,
      administratorId: of.administratorId,
      administratorUntil: sql`${of.administratorUntil}::timestamptz`,
      passwordAt: sql`${of.passwordAt}::timestamptz`,
    })
    .returning(),
)

/** Opens a session for the most frequent login: a visitor types an email in a browser without a session. */
const addTyped = preparedSql<
  { tokenHash: string; email: string; agent: string; now: string },
  never
>(
  'enter_with_email',
  (of) => sql`
    with opened as (insert into sessions (token_hash, email, agent, created_at, last_used_at)
      values (${of.tokenHash}, ${of.email}, ${of.agent}, ${of.now}::timestamptz, ${of.now}::timestamptz))
    ${surplusRemoval(of.email, sql`true`)}`,
)

/**
 * Opens a session and returns its token; the browser's former session ends. A login by email keeps the administrator's
 * role of the former session, and an administrator's login keeps its email.
 */
export async function openSession(
  db: Db | Transaction,
  { session: old, agent }: Browser,
  login: Login,
  now: Date,
): Promise<string> {
  const token = newSessionToken()
  const tokenHash = hashSessionToken(token)
  if (!old && 'email' in login && !login.verified) {
    await addTyped(db, { tokenHash, email: login.email, agent, now: now.toISOString() })
    return token
  }
  await db.transaction(async (tx) => {
    // Lock the administrator's row, so that this sign-in waits for an operation that ends all of the administrator's
    // sessions, or the reverse.
    if (old?.administratorId) {
      const { id } = administrators
      await tx.select({ id }).from(administrators).where(eq(id, old.administratorId)).for('share')
    }
    // Lock the email's verification, too: if the person signs out everywhere meanwhile, the new session must not keep
    // the verification of a copied cookie.
    if (old?.verifiedAt && old.email !== null) await lockVerification(tx, old.email, 'shared')
    const [replaced] = old
      ? await tx.select().from(sessions).where(eq(sessions.id, old.id)).for('update')
      : []
    const role =
      'administratorId' in login
        ? {
            administratorId: login.administratorId,
            administratorUntil: new Date(now.getTime() + administratorMs),
            passwordAt: now,
          }
        : {
            administratorId: replaced?.administratorId ?? null,
            administratorUntil: replaced?.administratorUntil ?? null,
            passwordAt: replaced?.passwordAt ?? null,
          }
    const email = 'email' in login ? login.email : (replaced?.email ?? null)
    const isSamePerson = replaced !== undefined && email === replaced.email
    const keptProof = isSamePerson ? replaced.verifiedAt : null
    const isProvedNow = 'email' in login && login.verified === true
    // Keep the time at which the session began: typing the same email again, or signing in as an
    // administrator, does not prolong the verification.
    const goesOn = isSamePerson && email !== null && !isProvedNow
    const [opened] = await addSession(tx, {
      tokenHash,
      email,
      verifiedAt: isProvedNow ? now : keptProof,
      agent,
      begunAt: goesOn ? replaced.createdAt : now,
      now,
      ...role,
    })
    if (isSamePerson) await reassignSessionRows(tx, replaced, opened!)
    if (replaced) await tx.delete(sessions).where(eq(sessions.id, replaced.id))
    await removeSurplusSessions(tx, opened!)
    if ('email' in login && login.verified) await noteVerifiedAddress(tx, login.email, now)
  })
  return token
}

/** Maximum number of unverified sessions per email. */
const mostUnverified = 50

/** SQL that deletes the sessions of an email beyond the maximum number. Keeps the session that was just opened. */
function surplusRemoval(email: Placeholder, isOther: SQL): SQL {
  return sql`delete from sessions where id in (
    select id from sessions where id in (
      select id from sessions
      where email = ${email} and verified_at is null and administrator_id is null and ${isOther}
      order by last_used_at > created_at desc, last_used_at desc, id desc
      offset ${sql.raw(String(mostUnverified - 1))})
    for update skip locked)`
}

const removeSurplus = preparedSql<{ email: string; opened: number }, never>(
  'remove_surplus_sessions',
  (of) => surplusRemoval(of.email, sql`id <> ${of.opened}`),
)

/**
 * Limits the number of unverified sessions per email, because anyone can type an email. Deletes first the
 * sessions that were not used after they were opened, then the least recently used ones. Verified sessions
 * and those of administrators are not counted.
 */
async function removeSurplusSessions(
  tx: Transaction,
  opened: { id: number; email: string | null; verifiedAt: Date | null },
): Promise<void> {
  if (opened.email === null || opened.verifiedAt !== null) return
  await removeSurplus(tx, { email: opened.email, opened: opened.id })
}

/**
 * When a session is replaced by a new one for the same email in the same browser, moves its visits and watch progress
 * to the new session. If the new session is verified, the watch progress moves to the person.
 */
async function reassignSessionRows(
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

/**
 * Moves the watch progress that a session recorded before its verification to the person. Merges the
 * watched ranges and keeps the later position.
 */
async function mergeWatchProgress(
  tx: Transaction,
  { sessionId, email }: { sessionId: number; email: string },
): Promise<void> {
  await tx.execute(sql`
    with own as (
      delete from session_watch_progress where session_id = ${sessionId} and email = ${email}
      returning *)
    insert into watch_progress as kept (email, event_id, watched, position, duration, updated_at)
    select email, event_id, watched, position, duration, updated_at from own order by event_id
    on conflict (email, event_id) do update set ${mergedProgress}`)
}

/**
 * Stores in a person's consents the time at which their email was first verified, unless it is stored
 * already. A pending series registration takes effect.
 */
async function noteVerifiedAddress(tx: Transaction, email: string, now: Date) {
  const person = tx.select({ id: users.id }).from(users).where(eq(users.email, email))
  await tx
    .update(consents)
    .set({ addressVerifiedAt: now })
    .where(and(inArray(consents.userId, person), isNull(consents.addressVerifiedAt)))
  await confirmSeries(tx, email, now)
}
