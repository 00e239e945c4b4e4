import { and, eq, inArray } from 'drizzle-orm'
import { addOutboxEntries } from '#features/mails/server/enqueue.ts'
import { exhaustLinks } from '#features/mails/server/link-mails.ts'
import type { setPasswordByLink as contract } from '#features/sign-in/contract.ts'
import { hashPassword } from '#features/sign-in/server/administrator-login.ts'
import { lockActor } from '#features/sign-in/server/lock-actor.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import { type Actor, writeAuditEntry, type Deed } from '#platform/audit/write-audit-entry.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import type { JobSender } from '#platform/jobs/jobs.ts'
import { outboxEntries } from '#schema/mails.ts'
import { administrators } from '#schema/sign-in.ts'
import {
  addConfirmationMail,
  isEmailTaken,
  refuseUnusable,
  unknownAdministrator,
} from './accounts.ts'
import { endFormerAccess } from './passwords.ts'
import { isAdministratorLinkExhausted, passwordLinkKinds } from './recovery-mails.ts'

/**
 * Returns the administrator whose password a mailed link sets. The link is valid only while the recovery email is still
 * the one to which it was mailed. Throws 404 for an unknown link, 410 for a used or expired one.
 */
export async function findPasswordLink(db: Db, outboxEntryId: number | undefined, now: Date) {
  const { id, kind, email } = outboxEntries
  const [found] = await db
    .select({ entry: outboxEntries, administrator: administrators })
    .from(outboxEntries)
    .innerJoin(administrators, eq(administrators.email, email))
    .where(and(eq(id, outboxEntryId ?? 0), inArray(kind, passwordLinkKinds)))
  if (!found) throw new Refusal('unknown_link', { message: 'This link does not set a password.' })
  const { entry, administrator } = found
  const isReset = entry.kind === 'password_reset'
  const isExhausted = isAdministratorLinkExhausted(
    isReset ? 'password_reset' : 'administrator_invited',
    entry,
    now,
  )
  if (isExhausted || (!isReset && !administrator.invitedAt)) throw new Refusal('spent_link')
  return { entry, administrator, purpose: isReset ? ('reset' as const) : ('invitation' as const) }
}

type Chosen = Omit<BodyOf<typeof contract>, 'token'>

/**
 * Sets an administrator's password by a mailed link, which works once, and ends their sessions. Two-factor
 * authentication stays set up. Throws as `findPasswordLink` does, and 400 for an invalid password.
 */
export async function setPasswordByLink(
  db: Db,
  outboxEntryId: number | undefined,
  { newPassword, endKeys }: Chosen,
  { address, now }: { address: string; now: Date },
): Promise<{ username: string }> {
  const { entry, administrator, purpose } = await findPasswordLink(db, outboxEntryId, now)
  const { id, username } = administrator
  await refuseUnusable({ username, password: newPassword }, 'newPassword')
  const passwordHash = await hashPassword(newPassword)
  const actor = { administratorId: id, address }
  const { email } = entry
  await db.transaction(async (tx) => {
    // This update locks the administrator's row. A simultaneous login with the former password waits for the lock or
    // loses its session below.
    const [changed] = await tx
      .update(administrators)
      .set({ passwordHash, invitedAt: null, unconfirmedEmail: null, updatedAt: now })
      .where(and(eq(administrators.id, id), eq(administrators.email, email)))
      .returning({ id: administrators.id })
    const exhausted = changed
      ? await exhaustLinks(tx, { email, kinds: passwordLinkKinds }, now)
      : []
    if (!exhausted.includes(entry.id)) throw new Refusal('spent_link')
    const keysEnded = await endFormerAccess(tx, { id, email }, { actor, endKeys, now })
    const action = purpose === 'reset' ? 'password_reset' : 'invitation_accepted'
    await writeAuditEntry(tx, actor, { action, subject: username, details: { keysEnded }, now })
  })
  return { username }
}

type RecoveryDeed = Deed & { jobs: JobSender }

/**
 * Stores a new recovery email, which takes effect when the administrator opens the link mailed to it. Without
 * `needsConfirmation`, and for null, it takes effect immediately. Throws 409 if another administrator has the email,
 * and 401 if the actor is no longer an administrator.
 */
export async function changeRecoveryEmail(
  db: Db,
  { id }: { id: number },
  email: string | null,
  { needsConfirmation, ...deed }: RecoveryDeed & { needsConfirmation: boolean },
): Promise<{ email: string | null; unconfirmedEmail: string | null }> {
  return db.transaction(async (tx) => {
    const before = await lockAdministrator(tx, id, deed.actor)
    if (email && (await isEmailTaken(tx, email, id))) throw new Refusal('administrator_email_taken')
    if (!email || !needsConfirmation || before.email === email) {
      await replaceRecoveryEmail(tx, before, email, deed)
      return { email, unconfirmedEmail: null }
    }
    await tx
      .update(administrators)
      .set({ unconfirmedEmail: email, updatedAt: deed.now })
      .where(eq(administrators.id, id))
    await addConfirmationMail(tx, { id, email }, deed)
    return { email: before.email, unconfirmedEmail: email }
  })
}

/**
 * Confirms a new recovery email by the link that was mailed to it. Throws 404 for an unknown link or one of another
 * account, 410 for a used or expired one, and otherwise as `changeRecoveryEmail` does.
 */
export async function confirmRecoveryEmail(
  db: Db,
  { id }: { id: number },
  outboxEntryId: number | undefined,
  deed: RecoveryDeed,
): Promise<{ email: string }> {
  const kind = 'recovery_email_confirmation'
  return db.transaction(async (tx) => {
    const before = await lockAdministrator(tx, id, deed.actor)
    const [entry] = await tx
      .select()
      .from(outboxEntries)
      .where(and(eq(outboxEntries.id, outboxEntryId ?? 0), eq(outboxEntries.kind, kind)))
    if (entry && isAdministratorLinkExhausted(kind, entry, deed.now))
      throw new Refusal('spent_link')
    if (!entry || entry.email !== before.unconfirmedEmail) {
      throw new Refusal('unknown_link', {
        message: 'This link confirms no email of the account that you are signed in to.',
      })
    }
    const { email } = entry
    if (await isEmailTaken(tx, email, id)) throw new Refusal('administrator_email_taken')
    await exhaustLinks(tx, { email, kinds: [kind] }, deed.now)
    await replaceRecoveryEmail(tx, before, email, deed)
    return { email }
  })
}

/** Switches the weekly summary on or off. Throws 409 if it is switched on without a recovery email. */
export async function changeWeeklySummary(
  db: Db,
  { id }: { id: number },
  isOn: boolean,
  { actor, now }: Deed,
): Promise<{ isOn: boolean }> {
  return db.transaction(async (tx) => {
    const { email, username, weeklySummary } = await lockAdministrator(tx, id, actor)
    if (isOn && !email) throw new Refusal('no_recovery_email')
    if (weeklySummary === isOn) return { isOn }
    await tx
      .update(administrators)
      .set({ weeklySummary: isOn, updatedAt: now })
      .where(eq(administrators.id, id))
    const details = { isOn }
    await writeAuditEntry(tx, actor, {
      action: 'weekly_summary_changed',
      subject: username,
      details,
      now,
    })
    return { isOn }
  })
}

/**
 * Locks the table of administrators, so that two of them cannot take the same email at once. Returns the
 * administrator.
 */
async function lockAdministrator(tx: Transaction, id: number, actor: Actor) {
  await tx.execute('lock table administrators in share row exclusive mode')
  await lockActor(tx, actor)
  const [found] = await tx.select().from(administrators).where(eq(administrators.id, id))
  if (!found) throw unknownAdministrator()
  return found
}

/** Changes the recovery email, invalidates links mailed to the former one, and sends a notice there. */
async function replaceRecoveryEmail(
  tx: Transaction,
  { id, username, email: former }: typeof administrators.$inferSelect,
  email: string | null,
  { actor, jobs, now }: RecoveryDeed,
): Promise<void> {
  await tx
    .update(administrators)
    .set({ email, unconfirmedEmail: null, updatedAt: now })
    .where(eq(administrators.id, id))
  if (former === email) return
  if (former) {
    await exhaustLinks(tx, { email: former, kinds: passwordLinkKinds }, now)
    const dedupeKey = `administrator ${id} at ${now.toISOString()}`
    const notice = { kind: 'recovery_email_changed', email: former, dedupeKey } as const
    await addOutboxEntries(tx, jobs, [{ ...notice, createdAt: now }])
  }
  await writeAuditEntry(tx, actor, { action: 'recovery_email_changed', subject: username, now })
}
