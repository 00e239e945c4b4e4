import { asc } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { administrators } from '#server/db/schema.ts'

/** Every administrator by name, and since when. */
export function listAdministrators(db: Db): Promise<{ username: string; createdAt: Date }[]> {
  const { username, createdAt } = administrators
  return db.select({ username, createdAt }).from(administrators).orderBy(asc(username))
}
