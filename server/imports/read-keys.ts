import { inArray } from 'drizzle-orm'
import type { Transaction } from '#server/db/open.ts'
import { people } from '#server/db/tables/people.ts'

/** Where the page of each of these people is in the admin area, by their e-mail; nobody unknown is in it. */
export async function readKeys(tx: Transaction, emails: string[]): Promise<Map<string, string>> {
  const rows = await tx
    .select({ email: people.email, key: people.key })
    .from(people)
    .where(inArray(people.email, emails))
  return new Map(rows.map(({ email, key }) => [email, key]))
}
