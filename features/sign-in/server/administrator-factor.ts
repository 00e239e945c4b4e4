import { createHash } from 'node:crypto'
import { and, arrayContains, eq, isNotNull, lt, sql } from 'drizzle-orm'
import { TOTP } from 'otpauth'
import type { Db, Transaction } from '#platform/db/open.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import { administratorFactors } from '#schema/sign-in.ts'

const period = 30

/**
 * Returns the number of the 30-second period (TOTP step) to which a code belongs; undefined for a wrong code. Accepts
 * the previous and the next period, too. The database prevents a second use of a step.
 */
export function findStep(secret: string, code: string, now: Date): number | undefined {
  const token = code.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return undefined
  const delta = new TOTP({ secret, period }).validate({
    token,
    timestamp: now.getTime(),
    window: 1,
  })
  return delta === null ? undefined : Math.floor(now.getTime() / 1000 / period) + delta
}

/** Returns the hash under which a recovery code is stored, whatever its case and separators. */
export function hashRecoveryCode(code: string): string {
  const letters = code.toUpperCase().replaceAll(/[^A-Z2-7]/g, '')
  return createHash('sha256').update(letters).digest('hex')
}

/**
 * Verifies a code of an administrator's authenticator app, or a recovery code, and accepts it only once,
 * across all nodes. Returns `none` if the administrator has no two-factor authentication. Throws 401
 * `factor_required` if they have, but `code` is missing.
 */
export async function verifyFactor(
  db: Db | Transaction,
  administratorId: number,
  code: string | undefined,
  now: Date,
): Promise<'none' | 'code' | 'recovery' | 'wrong'> {
  const { secret, usedStep, recoveryHashes, confirmedAt } = administratorFactors
  const isTheirs = and(
    eq(administratorFactors.administratorId, administratorId),
    isNotNull(confirmedAt),
  )
  const [factor] = await db.select({ secret }).from(administratorFactors).where(isTheirs)
  if (!factor) return 'none'
  if (!code) throw new Refusal('factor_required', { code: 'factor_required' })
  const step = findStep(factor.secret, code, now)
  const sameSecret = eq(secret, factor.secret)
  if (step !== undefined) {
    const taken = await db
      .update(administratorFactors)
      .set({ usedStep: step })
      .where(and(isTheirs, sameSecret, lt(usedStep, step)))
      .returning({ usedStep })
    return taken.length > 0 ? 'code' : 'wrong'
  }
  const hash = hashRecoveryCode(code)
  const spent = await db
    .update(administratorFactors)
    .set({ recoveryHashes: sql`array_remove(${recoveryHashes}, ${hash})` })
    .where(and(isTheirs, sameSecret, arrayContains(recoveryHashes, [hash])))
    .returning({ usedStep })
  return spent.length > 0 ? 'recovery' : 'wrong'
}
