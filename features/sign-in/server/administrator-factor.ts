import { createHash } from 'node:crypto'
import { and, arrayContains, eq, isNotNull, lt, sql } from 'drizzle-orm'
import { TOTP } from 'otpauth'
import type { Db, Transaction } from '#platform/db/open.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import { administratorFactors } from '#schema/sign-in.ts'

const period = 30

/**
 * The half minute that a code belongs to, the present one or one beside it; undefined where it is of none.
 * Which of them were used already the database decides.
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

/** What the database keeps of a recovery code, however it is typed. */
export function hashRecoveryCode(code: string): string {
  const letters = code.toUpperCase().replaceAll(/[^A-Z2-7]/g, '')
  return createHash('sha256').update(letters).digest('hex')
}

/**
 * Takes a code of an administrator's second factor, once over all nodes. `none`: they have no factor.
 * Throws 401 `factor_required` where they have one and nothing was sent.
 */
export async function showFactor(
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
