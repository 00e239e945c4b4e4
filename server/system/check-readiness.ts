import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { Refusal } from '#server/refusal.ts'

const patienceMs = 2000

/** Resolves once the database has answered; throws 503 where it does not within two seconds. */
export async function checkReadiness(db: Db): Promise<{ status: 'ready' }> {
  const { promise: timeout, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('no answer')), patienceMs)
  try {
    await Promise.race([db.execute(sql`select 1`), timeout])
    return { status: 'ready' }
  } catch {
    throw new Refusal(503, 'The database does not answer')
  } finally {
    clearTimeout(timer)
  }
}
