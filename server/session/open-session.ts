import { eq, sql } from 'drizzle-orm'
import type { Session } from '#shared/session.ts'
import type { Db, Transaction } from '#server/db/open.ts'
import { prepared, preparedSql, type Slots } from '#server/db/prepared.ts'
import { administrators, sessions } from '#server/db/tables/sessions.ts'
import { reassignSessionRows } from './move-session-rows.ts'
import { noteVerifiedAddress } from './note-verified-address.ts'
import { removeSurplusSessions, surplusRemoval } from './remove-surplus-sessions.ts'
import { hashSessionToken, newSessionToken } from './session-token.ts'

const administratorMs = 12 * 60 * 60 * 1000

type Login = { email: string; verified?: boolean } | { administratorId: number }

type NewRow = {
  tokenHash: string
  email: string | null
  verifiedAt: Date | null
  now: Date
  administratorId: number | null
  administratorUntil: Date | null
}

const addSession = prepared('add_session', (db, of: Slots<NewRow>) =>
  db
    .insert(sessions)
    .values({
      tokenHash: of.tokenHash,
      email: of.email,
      // The column's own way of writing a moment knows no null.
      verifiedAt: sql`${of.verifiedAt}::timestamptz`,
      createdAt: of.now,
      lastUsedAt: of.now,
      administratorId: of.administratorId,
      administratorUntil: sql`${of.administratorUntil}::timestamptz`,
    })
    .returning(),
)

/** Most who enter: an e-mail that was typed, in a browser without a session. */
const addTyped = preparedSql<{ tokenHash: string; email: string; now: string }, never>(
  'enter_with_email',
  (of) => sql`
    with opened as (insert into sessions (token_hash, email, created_at, last_used_at)
      values (${of.tokenHash}, ${of.email}, ${of.now}::timestamptz, ${of.now}::timestamptz))
    ${surplusRemoval(of.email, sql`true`)}`,
)

/**
 * Opens a session and returns its token. Every login gives a new token and replaces the old row: an
 * e-mail login keeps an administrator's role, an administrator's login keeps the e-mail.
 */
export async function openSession(
  db: Db | Transaction,
  old: Session | undefined,
  login: Login,
  now: Date,
): Promise<string> {
  const token = newSessionToken()
  const tokenHash = hashSessionToken(token)
  if (!old && 'email' in login && !login.verified) {
    await addTyped(db, { tokenHash, email: login.email, now: now.toISOString() })
    return token
  }
  await db.transaction(async (tx) => {
    // What ends an administrator's sessions waits for this one, or is seen by it.
    if (old?.administratorId) {
      const { id } = administrators
      await tx.select({ id }).from(administrators).where(eq(id, old.administratorId)).for('share')
    }
    const [replaced] = old
      ? await tx.select().from(sessions).where(eq(sessions.id, old.id)).for('update')
      : []
    const role =
      'administratorId' in login
        ? {
            administratorId: login.administratorId,
            administratorUntil: new Date(now.getTime() + administratorMs),
          }
        : {
            administratorId: replaced?.administratorId ?? null,
            administratorUntil: replaced?.administratorUntil ?? null,
          }
    const email = 'email' in login ? login.email : (replaced?.email ?? null)
    const isSamePerson = replaced !== undefined && email === replaced.email
    const keptProof = isSamePerson ? replaced.verifiedAt : null
    const [opened] = await addSession(tx, {
      tokenHash,
      email,
      verifiedAt: 'email' in login && login.verified ? now : keptProof,
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
