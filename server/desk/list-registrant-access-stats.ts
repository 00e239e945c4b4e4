import { asc, desc, eq, isNull, sql } from 'drizzle-orm'
import type { RegistrantAccessRow } from '#shared/contract/desk.ts'
import type { Db } from '#server/db/open.ts'
import { memberPageAccess, users, videoAccess } from '#server/db/schema.ts'

/** One row for every known e-mail, latest use first. decisions.md, "Usage". */
export async function listRegistrantAccessStats(db: Db): Promise<RegistrantAccessRow[]> {
  const viewers = db
    .selectDistinctOn([videoAccess.email], {
      email: videoAccess.email,
      firstName: videoAccess.firstName,
      lastName: videoAccess.lastName,
      company: videoAccess.company,
    })
    .from(videoAccess)
    .leftJoin(users, eq(users.email, videoAccess.email))
    .where(isNull(users.id))
    .orderBy(videoAccess.email, desc(videoAccess.id))
  const people = db
    .select({
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
      company: users.company,
    })
    .from(users)
    .unionAll(viewers)
    .as('people')
  const count = (type: string, name: string) =>
    sql<number>`count(*) filter (where ${memberPageAccess.accessType} = ${type})`
      .mapWith(Number)
      .as(name)
  const uses = db
    .select({
      email: memberPageAccess.email,
      lastAccess: sql<Date>`max(${memberPageAccess.accessedAt})`
        .mapWith(memberPageAccess.accessedAt)
        .as('last_access'),
      videoWatches: count('video_watch', 'video_watches'),
      totalVisits: count('page_visit', 'total_visits'),
    })
    .from(memberPageAccess)
    .groupBy(memberPageAccess.email)
    .as('uses')
  const rows = await db
    .select({
      email: people.email,
      firstName: people.firstName,
      lastName: people.lastName,
      company: people.company,
      lastAccess: uses.lastAccess,
      videoWatches: uses.videoWatches,
      totalVisits: uses.totalVisits,
    })
    .from(people)
    .leftJoin(uses, eq(uses.email, people.email))
    .orderBy(sql`${uses.lastAccess} desc nulls last`, asc(people.email))
  return rows.map((row) => ({
    ...row,
    hasAccessed: row.lastAccess !== null,
    lastAccess: row.lastAccess?.toISOString() ?? null,
    videoWatches: row.videoWatches ?? 0,
    totalVisits: row.totalVisits ?? 0,
  }))
}
