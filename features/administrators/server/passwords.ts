import { eq, and, ne } from 'drizzle-orm'
import type { changeOwnPassword as contract } from '#features/administrators/contract.ts'
import { revokeKeysOf } from '#features/api-keys/server/keys.ts'
import { exhaustLinks } from '#features/mails/server/link-mails.ts'
import type { Browser } from '#features/sign-in/server/browser.ts'
import {
  openAdministratorSession,
  verifyPassword,
  hashPassword,
} from '#features/sign-in/server/administrator-login.ts'
import type { OwnAdministrator } from '#features/sign-in/server/confirm-password.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import { refusals } from '#kernel/refusals.ts'
import { writeAuditEntry, type Actor, type Deed } from '#platform/audit/write-audit-entry.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import { administrators, sessions } from '#schema/sign-in.ts'
import { refuseUnusable, unknownAdministrator } from './accounts.ts'
import { passwordLinkKinds } from './recovery-mails.ts'

function wrongPresentPassword() {
  const { message } = refusals.wrong_present_password
  return new Refusal('wrong_present_password', { errors: [{ field: 'presentPassword', message }] })
}

/**
 * Throws 400 if the administrator's present password is wrong. The audit log then records the attempt with its
 * purpose.
 */
export async function verifyPresentPassword(
  db: Db,
  own: OwnAdministrator,
  presentPassword: string,
  { actor, now, for: purpose }: Deed & { for: string },
): Promise<void> {
  if (await verifyPassword(presentPassword, own.passwordHash)) return
  await writeAuditEntry(db, actor, {
    action: 'sign_in_failed',
    typedName: own.username,
    details: { for: purpose },
    now,
  })
  throw wrongPresentPassword()
}

/**
 * Changes the caller's own password, ends all their sessions, including copies of this session's cookie, and returns
 * the token of a new one. Throws 400 if the present password is wrong, which the audit log records.
 */
export async function changeOwnPassword(
  db: Db,
  own: OwnAdministrator,
  { presentPassword, newPassword, endKeys }: BodyOf<typeof contract>,
  { actor, browser, now }: { actor: Actor; browser: Browser; now: Date },
): Promise<string> {
  await verifyPresentPassword(db, own, presentPassword, {
    actor,
    now,
    for: 'a change of the password',
  })
  const { id, username, passwordHash: verifiedHash } = own
  const login = { username, password: newPassword }
  try {
    const passwordHash = await changePassword(db, login, {
      actor,
      verifiedHash,
      keptSession: browser.session?.id,
      passwordField: 'newPassword',
      endKeys,
      now,
    })
    return await openAdministratorSession(
      db,
      browser,
      { id, passwordHash, hasShownFactor: true },
      now,
    )
  } catch (error) {
    // While this request verified the password, another one changed the password or removed the administrator: answer
    // as for a wrong password.
    const isOver =
      error instanceof Refusal && /^(no_such_administrator|wrong_password)$/.test(error.code)
    throw isOver ? wrongPresentPassword() : error
  }
}

type Change = {
  actor: Actor
  /**
   * The password hash against which the present password was verified. If another hash is stored by now, the password
   * is not changed.
   */
  verifiedHash?: string
  /** Id of the session that stays open; all others end. */
  keptSession?: number
  now: Date
  /** Name of the form field to which errors about the new password refer. */
  passwordField?: string
  /** True to revoke the administrator's API keys as well. */
  endKeys?: boolean
}

/**
 * Changes an administrator's password, ends their sessions except `keptSession`, and returns the new hash. Throws 404
 * if the administrator is unknown or no longer has `verifiedHash`.
 */
export async function changePassword(
  db: Db,
  login: { username: string; password: string },
  { actor, verifiedHash, keptSession, passwordField, endKeys, now }: Change,
): Promise<string> {
  await refuseUnusable(login, passwordField)
  const passwordHash = await hashPassword(login.password)
  await db.transaction(async (tx) => {
    const [changed] = await tx
      .update(administrators)
      .set({ passwordHash, invitedAt: null, updatedAt: now })
      .where(
        and(
          eq(administrators.username, login.username),
          verifiedHash === undefined ? undefined : eq(administrators.passwordHash, verifiedHash),
        ),
      )
      .returning({ id: administrators.id, email: administrators.email })
    if (!changed) throw unknownAdministrator(login.username)
    const keysEnded = await endFormerAccess(tx, changed, { actor, keptSession, endKeys, now })
    const entry = { subject: login.username, details: { keysEnded }, now }
    await writeAuditEntry(tx, actor, { action: 'password_changed', ...entry })
  })
  return passwordHash
}

/**
 * Ends all access gained by the former password: sessions, mailed links that set a password and, with `endKeys`, API
 * keys. Returns the number of revoked keys; undefined without `endKeys`.
 */
export async function endFormerAccess(
  tx: Transaction,
  { id, email }: { id: number; email: string | null },
  { actor, keptSession, endKeys, now }: Omit<Change, 'verifiedHash' | 'passwordField'>,
): Promise<number | undefined> {
  const isOther = keptSession === undefined ? undefined : ne(sessions.id, keptSession)
  await tx.delete(sessions).where(and(eq(sessions.administratorId, id), isOther))
  if (email) await exhaustLinks(tx, { email, kinds: passwordLinkKinds }, now)
  return endKeys ? revokeKeysOf(tx, id, { actor, now }) : undefined
}
