import { eq, lt } from 'drizzle-orm'
import type { Db, Transaction } from '#server/db/open.ts'
import { administrators, sessions } from '#server/db/tables/sessions.ts'
import { membershipMs, type Session } from './find-session.ts'
import { moveSessionRows } from './move-session-rows.ts'
import { noteVerifiedAddress } from './note-verified-address.ts'
import { removeSurplusSessions } from './remove-surplus-sessions.ts'
import { hashSessionToken, newSessionToken } from './session-token.ts'

const administratorMs = 12 * 60 * 60 * 1000

type Login = { email: string; verified?: boolean } | { administratorId: number }

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
  await db.transaction(async (tx) => {
    // What ends an administrator's sessions waits for this one, or is seen by it.
    if (old?.administratorId) {
      const { id } = administrators
      await tx.select({ id }).from(administrators).where(eq(id, old.administratorId)).for('share')
    }
    const [replaced] = old
      ? await tx.select().from(sessions).where(eq(sessions.id, old.id)).for('update')
      : []
    await tx.delete(sessions).where(lt(sessions.lastUsedAt, new Date(now.getTime() - membershipMs)))
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
    const [opened] = await tx
      .insert(sessions)
      .values({
        tokenHash: hashSessionToken(token),
        email,
        verifiedAt: 'email' in login && login.verified ? now : keptProof,
        createdAt: now,
        lastUsedAt: now,
        ...role,
      })
      .returning()
    if (isSamePerson) await moveSessionRows(tx, replaced, opened!)
    if (replaced) await tx.delete(sessions).where(eq(sessions.id, replaced.id))
    await removeSurplusSessions(tx, opened!)
    if ('email' in login && login.verified) await noteVerifiedAddress(tx, login.email, now)
  })
  return token
}
