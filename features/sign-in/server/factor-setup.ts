import { randomBytes } from 'node:crypto'
import { and, eq, isNull, ne } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { refusals } from '#kernel/refusals.ts'
import { writeAuditEntry, type Actor, type Deed } from '#platform/audit/write-audit-entry.ts'
import type { Db } from '#platform/db/open.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import type { Session } from '#platform/http/call.ts'
import { administratorFactors, administrators, sessions } from '#schema/sign-in.ts'
import { findStep, hashRecoveryCode } from './administrator-factor.ts'

type Own = { id: number; username: string }

/**
 * Creates an administrator's secret for two-factor authentication, which takes effect when `confirmFactor`
 * confirms it. Throws 409 if two-factor authentication is already set up.
 */
export async function beginFactor(
  db: Db,
  own: Own,
  issuer: string,
): Promise<{ secret: string; uri: string }> {
  const secret = new Secret({ size: 20 })
  const begun = await db
    .insert(administratorFactors)
    .values({ administratorId: own.id, secret: secret.base32 })
    .onConflictDoUpdate({
      target: administratorFactors.administratorId,
      set: { secret: secret.base32 },
      setWhere: isNull(administratorFactors.confirmedAt),
    })
    .returning({ id: administratorFactors.administratorId })
  if (begun.length === 0) throw new Refusal('factor_set')
  return {
    secret: secret.base32,
    uri: new TOTP({ issuer, label: own.username, secret }).toString(),
  }
}

const recoveryCodes = 10

/**
 * Confirms two-factor authentication by the first code, ends the administrator's other sessions and returns
 * the recovery codes. The database stores only their hashes.
 */
export async function confirmFactor(
  db: Db,
  own: Own,
  code: string,
  { actor, now, session }: Deed & { session: Session | undefined },
): Promise<{ recoveryCodes: string[] }> {
  const isTheirs = eq(administratorFactors.administratorId, own.id)
  const [begun] = await db.select().from(administratorFactors).where(isTheirs)
  if (!begun) throw new Refusal('no_factor')
  if (begun.confirmedAt) throw new Refusal('factor_set')
  const step = findStep(begun.secret, code, now)
  if (step === undefined) {
    const { message } = refusals.wrong_factor_code
    throw new Refusal('wrong_factor_code', { errors: [{ field: 'code', message }] })
  }
  const codes = Array.from({ length: recoveryCodes }, newRecoveryCode)
  await db.transaction(async (tx) => {
    // Lock the administrator's row: a simultaneous sign-in locks it, too, and so either waits and asks for the second
    // factor, or is ended below.
    const { id } = administrators
    await tx.select({ id }).from(administrators).where(eq(id, own.id)).for('update')
    const set = await tx
      .update(administratorFactors)
      .set({ confirmedAt: now, usedStep: step, recoveryHashes: codes.map(hashRecoveryCode) })
      .where(
        and(
          isTheirs,
          isNull(administratorFactors.confirmedAt),
          eq(administratorFactors.secret, begun.secret),
        ),
      )
      .returning({ id: administratorFactors.administratorId })
    if (set.length === 0) throw new Refusal('factor_set')
    await tx
      .delete(sessions)
      .where(and(eq(sessions.administratorId, own.id), ne(sessions.id, session?.id ?? 0)))
    await writeAuditEntry(tx, actor, { action: 'factor_set', subject: own.username, now })
  })
  return { recoveryCodes: codes }
}

/** Returns a recovery code: 50 random bits as unambiguous letters and digits, XXXXX-XXXXX. */
function newRecoveryCode() {
  const letters = new Secret({ buffer: new Uint8Array(randomBytes(7)).buffer }).base32
  return `${letters.slice(0, 5)}-${letters.slice(5, 10)}`
}

/** Removes an administrator's two-factor authentication, confirmed or not. Throws 409 if there is none. */
export async function removeFactor(db: Db, own: Own, actor: Actor): Promise<void> {
  await db.transaction(async (tx) => {
    const removed = await tx
      .delete(administratorFactors)
      .where(eq(administratorFactors.administratorId, own.id))
      .returning({ id: administratorFactors.administratorId })
    if (removed.length === 0) throw new Refusal('no_factor')
    await writeAuditEntry(tx, actor, { action: 'factor_removed', subject: own.username })
  })
}
