import { asc } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { administrators } from '#server/db/tables/sessions.ts'

/** Every administrator by name, and since when. */
export function listAdministrators(
  db: Db,
): Promise<{ id: number; username: string; createdAt: Date }[]> {
  const { id, username, createdAt } = administrators
  return db.select({ id, username, createdAt }).from(administrators).orderBy(asc(username))
}
