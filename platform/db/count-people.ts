import { sql } from 'drizzle-orm'
import { users } from '#schema/people.ts'
import { videoAccess } from '#schema/registrations.ts'
import type { Db } from './open.ts'
import { countRows, createTurns, type Turns } from './read-in-turns.ts'

/**
 * Rows of viewers who have no `users` row, one for each e-mail: the latest. `offset 0`: looked up for each
 * row, rather than compared with all people for each portion.
 */
export const isOnlyViewer = sql`
  not exists (select from ${users} u where u.email = video_access.email offset 0)
  and not exists (select from ${videoAccess} v
    where v.email = video_access.email and v.id > video_access.id offset 0)`

/** Different e-mails; an imported viewer has no `users` row. */
export async function countPeople(db: Db, turns: Turns = createTurns(1)): Promise<number> {
  const viewers = await countRows(db, turns, videoAccess, isOnlyViewer)
  return viewers + (await countRows(db, turns, users))
}
