import { sql } from 'drizzle-orm'
import type { Transaction } from '#server/db/open.ts'
import { showValue, type RowError } from './check-rows.ts'

/**
 * Whoever of a list asked to be erased and did not come back since, by their e-mail, with the day. Known
 * by a keyed digest alone, which is reckoned only where there were erasures.
 */
async function findErased(tx: Transaction, emails: string[]): Promise<Map<string, string>> {
  const any = await tx.execute(sql`select from erasures limit 1`)
  if (any.rows.length === 0) return new Map()
  const { rows } = await tx.execute<{ email: string; day: string }>(sql`
    with listed as materialized (
      select email, greenroom_address_hash(email) as hash
      from unnest(${sql.param(emails)}::text[]) as given (email)
      where not exists (select from people p where p.email = given.email))
    select l.email, to_char(max(e.erased_at), 'YYYY-MM-DD') as day
    from listed l join erasures e on l.hash = any(e.hashes) group by l.email`)
  return new Map(rows.map(({ email, day }) => [email, day]))
}

type Checked = { row: number; checked: { email: string } }

/** Leaves those rows out of a part, each with its line, unless the organiser insists. */
export async function removeErased<Row extends Checked>(
  tx: Transaction,
  valid: Row[],
  includeErased: boolean,
): Promise<{ valid: Row[]; erased: (RowError & { left: Row })[] }> {
  if (includeErased) return { valid, erased: [] }
  const found = await findErased(tx, [...new Set(valid.map(({ checked }) => checked.email))])
  if (found.size === 0) return { valid, erased: [] }
  const isErased = ({ checked }: Row) => found.has(checked.email)
  return {
    valid: valid.filter((row) => !isErased(row)),
    erased: valid.filter(isErased).map((left) => ({
      row: left.row,
      problem: `Asked to be erased on ${found.get(left.checked.email)} and is left out, found ${showValue(left.checked.email)}`,
      left,
    })),
  }
}
