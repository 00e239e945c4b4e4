import { and, eq, sql } from 'drizzle-orm'
import type { RegistrantAccessRow } from '#shared/contract/desk.ts'
import type { Db } from '#server/db/open.ts'
import { people, users, videoAccess } from '#server/db/tables/people.ts'
import { memberPageAccess } from '#server/db/tables/sessions.ts'
import type { Turns } from './create-turns.ts'
import { newestFirst, readPortions } from './read-portions.ts'

/**
 * One row for every known e-mail with its use, newest people first, then viewers without a `users` row;
 * the browser orders them by their last use. Specification, "Usage".
 */
export async function* listRegistrantAccessStats(
  db: Db,
  turns: Turns,
): AsyncGenerator<RegistrantAccessRow[]> {
  // Who becomes a user while the list is read stays a viewer in it, and is not missed.
  const [newest] = await turns(() =>
    db.select({ id: sql<number>`coalesce(max(${users.id}), 0)` }).from(users),
  )
  const isListed = sql`exists (select from ${users} u
    where u.email = video_access.email and u.id <= ${newest!.id}::int)`
  const isEarlier = sql`exists (select from ${videoAccess} v
    where v.email = video_access.email and v.id > video_access.id)`
  yield* listUse(db, turns, users)
  yield* listUse(db, turns, videoAccess, sql`not ${isListed} and not ${isEarlier}`)
}

async function* listUse(
  db: Db,
  turns: Turns,
  table: typeof users | typeof videoAccess,
  condition = sql`true`,
) {
  const { place, after, order } = newestFirst(table)
  const portions = readPortions(turns, (size, last) => {
    const uses = usesOf(db, table)
    return db
      .select({
        email: table.email,
        firstName: table.firstName,
        lastName: table.lastName,
        company: table.company,
        lastAccess: uses.lastAccess,
        videoWatches: uses.videoWatches,
        totalVisits: uses.totalVisits,
        personKey: people.key,
        place,
      })
      .from(table as typeof users)
      .leftJoin(people, eq(people.email, table.email))
      .leftJoinLateral(uses, sql`true`)
      .where(and(after(last), condition))
      .orderBy(...order)
      .limit(size)
  })
  for await (const rows of portions) {
    yield rows.map((row) => ({
      ...row,
      hasAccessed: row.lastAccess !== null,
      lastAccess: row.lastAccess?.toISOString() ?? null,
      videoWatches: row.videoWatches ?? 0,
      totalVisits: row.totalVisits ?? 0,
    }))
  }
}

/** What the library notes of a row's e-mail: an index for each, over no more than its own. */
function usesOf(db: Db, table: typeof users | typeof videoAccess) {
  const count = (type: string, name: string) =>
    sql<number>`count(*) filter (where ${memberPageAccess.accessType} = ${type})`
      .mapWith(Number)
      .as(name)
  return db
    .select({
      lastAccess: sql<Date | null>`max(${memberPageAccess.accessedAt})`
        .mapWith(memberPageAccess.accessedAt)
        .as('last_access'),
      videoWatches: count('video_watch', 'video_watches'),
      totalVisits: count('page_visit', 'total_visits'),
    })
    .from(memberPageAccess)
    .where(eq(memberPageAccess.email, table.email))
    .as('uses')
}
