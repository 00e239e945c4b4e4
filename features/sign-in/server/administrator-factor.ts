import { createHash } from 'node:crypto'
import { and, arrayContains, eq, isNotNull, lt, sql } from 'drizzle-orm'
import { TOTP } from 'otpauth'
import type { Db, Transaction } from '#platform/db/open.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import { administratorFactors } from '#schema/sign-in.ts'

const period = 30

/**
 * Returns the 30-second step of a code, at most one step from now; undefined if the code matches none. The
 * database prevents reuse.
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

/** Returns the stored hash of a recovery code, independent of its formatting. */
export function hashRecoveryCode(code: string): string {
  const letters = code.toUpperCase().replaceAll(/[^A-Z2-7]/g, '')
  return createHash('sha256').update(letters).digest('hex')
}

/**
 * Accepts a code of an administrator's authenticator once across all nodes. Returns `none` without
 * two-factor authentication. Throws 401 `factor_required` if it is set up and no code was sent.
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
