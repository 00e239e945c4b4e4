import { sql } from 'drizzle-orm'
import type { RegistrantAccessRow } from '#shared/contract/desk.ts'
import type { ColumnTexts } from '#shared/list-columns.ts'
import type { Db } from '#server/db/open.ts'
import { users, videoAccess } from '#server/db/tables/people.ts'
import { memberPageAccess } from '#server/db/tables/sessions.ts'
import type { Turns } from './create-turns.ts'
import { personOfViewer } from './person-of-viewer.ts'
import { ofPortion, readNewestFirst } from './read-newest-first.ts'

/**
 * One row for every known e-mail with its use, newest people first, then viewers without a `users` row;
 * the browser orders them by their last use. Specification, "Usage".
 */
export async function* listRegistrantAccessStats(
  db: Db,
  turns: Turns,
): AsyncGenerator<ColumnTexts<RegistrantAccessRow>> {
  // Who becomes a user while the list is read stays a viewer in it, and is not missed.
  const [newest] = await turns(() =>
    db.select({ id: sql<number>`coalesce(max(${users.id}), 0)` }).from(users),
  )
  // `offset 0`: looked up for each row, rather than compared as a whole for each portion.
  const isListed = sql`exists (select from ${users} u
    where u.email = video_access.email and u.id <= ${newest!.id}::int offset 0)`
  const isEarlier = sql`exists (select from ${videoAccess} v
    where v.email = video_access.email and v.id > video_access.id offset 0)`
  yield* readNewestFirst<RegistrantAccessRow>(db, turns, {
    table: users,
    beside: usesOf(users),
    fields: { ...showUse(users), personKey: users.personKey },
  })
  yield* readNewestFirst<RegistrantAccessRow>(db, turns, {
    table: videoAccess,
    where: sql`not ${isListed} and not ${isEarlier}`,
    beside: sql`${usesOf(videoAccess)} ${personOfViewer}`,
    fields: { ...showUse(videoAccess), personKey: sql`person.key` },
  })
}

type Known = typeof users | typeof videoAccess

const usesOf = (table: Known) => sql`left join (
  select a.email, max(accessed_at) as last_access,
    count(*) filter (where access_type = 'video_watch') as video_watches,
    count(*) filter (where access_type = 'page_visit') as total_visits
  from ${memberPageAccess} a where a.email = ${ofPortion(table.email)}
  group by a.email offset 0) uses on uses.email = ${table.email}`

function showUse(table: Known) {
  return {
    email: table.email,
    firstName: table.firstName,
    lastName: table.lastName,
    company: table.company,
    hasAccessed: sql`uses.last_access is not null`,
    lastAccess: { instant: sql`uses.last_access` },
    videoWatches: sql`coalesce(uses.video_watches, 0)`,
    totalVisits: sql`coalesce(uses.total_visits, 0)`,
  }
}
