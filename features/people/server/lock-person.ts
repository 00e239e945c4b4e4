import { sql } from 'drizzle-orm'
import type { Transaction } from '#platform/db/open.ts'
import { Refusal } from '#platform/errors/refusal.ts'

export type LockedPerson = {
  key: string
  /** The person's key, and those of people merged into them. */
  keys: string[]
  email: string
  userId: number | null
  /** The person's current email, and their former ones that no other person uses now. */
  addresses: string[]
}

/**
 * Locks a person for this transaction, so that registrations and imports with their email wait. Locks the
 * rows in the same order as a registration does, which avoids deadlocks.
 */
export async function lockPerson(tx: Transaction, key: string): Promise<LockedPerson> {
  const email = await readEmail(tx, key)
  const { rows: users } = await tx.execute<{ id: number }>(
    sql`select id from users where email = ${email} for update`,
  )
  await tx.execute(sql`select id from video_access where email = ${email} order by id for update`)
  const { rows } = await tx.execute<{ email: string }>(
    sql`select email from people where key = ${key} for update`,
  )
  // Another transaction changed the person's email while this one waited for the lock, so the email that was read
  // before is outdated.
  if (rows[0]?.email !== email) throw new Refusal('person_changed')
  const { rows: former } = await tx.execute<{
    email: string
    key: string | null
    isFree: boolean
  }>(sql`
    select f.email, f.key, not exists (select from people p where p.email = f.email) as "isFree"
    from former_addresses f where f.person_key = ${key}`)
  const addresses = [email, ...former.filter(({ isFree }) => isFree).map((row) => row.email)]
  const keys = [...new Set([key, ...former.flatMap((row) => row.key ?? [])])]
  return { key, keys, email, userId: users[0]?.id ?? null, addresses }
}

async function readEmail(tx: Transaction, key: string) {
  const { rows } = await tx.execute<{ email: string }>(
    sql`select email from people where key = ${key}`,
  )
  if (!rows[0]) throw new Refusal('no_such_person')
  return rows[0].email
}
