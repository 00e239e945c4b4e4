import { sql } from 'drizzle-orm'
import { users } from '#schema/people.ts'
import { videoAccess } from '#schema/registrations.ts'
import type { Db } from './open.ts'
import { countRows, createTurns, type Turns } from './read-in-turns.ts'

/**
 * SQL condition that selects, for each email without a `users` row, the latest `video_access` row. `offset 0`
 * forces an index look-up for each row instead of a join with all people.
 */
export const isOnlyViewer = sql`
  not exists (select from ${users} u where u.email = video_access.email offset 0)
  and not exists (select from ${videoAccess} v
    where v.email = video_access.email and v.id > video_access.id offset 0)`

/**
 * Returns the number of people by distinct email, including imported viewers of the library without a `users` row.
 */
export async function countPeople(db: Db, turns: Turns = createTurns(1)): Promise<number> {
  const viewers = await countRows(db, turns, videoAccess, isOnlyViewer)
  return viewers + (await countRows(db, turns, users))
}
