import { asc, isNull } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { events } from '#server/db/tables/events.ts'
import { takeSlug } from './take-slug.ts'

/** Names events that came by another road than the editor: from before there were slugs, or as samples. */
export async function takeMissingSlugs(db: Db): Promise<number> {
  const nameless = await db
    .select({ id: events.id })
    .from(events)
    .where(isNull(events.slug))
    .orderBy(asc(events.id))
  if (nameless.length === 0) return 0
  return db.transaction(async (tx) => {
    // Held: another node may be naming them, too.
    const rows = await tx
      .select({ id: events.id, title: events.title, slug: events.slug })
      .from(events)
      .where(isNull(events.slug))
      .orderBy(asc(events.id))
      .for('no key update')
    for (const event of rows) await takeSlug(tx, event)
    return rows.length
  })
}
