import { and, eq, isNotNull, ne, sql, asc, isNull } from 'drizzle-orm'
import { freeSlug, slugify } from '#kernel/slug.ts'
import type { Transaction, Db } from '#platform/db/open.ts'
import { events, formerEventSlugs } from '#schema/events.ts'

/**
 * Gives an event the first free slug of its title, and keeps the one it had, which goes on leading to
 * it. Takers take turns: of two with one title the later gets -2. Specification, "Event pages".
 */
export async function takeSlug(
  tx: Transaction,
  event: { id: number; title: string; slug: string | null },
): Promise<string> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('greenroom_event_slugs'))`)
  const plain = slugify(event.title) || String(event.id)
  const others = await tx
    .select({ slug: events.slug })
    .from(events)
    .where(
      and(
        ne(events.id, event.id),
        isNotNull(events.slug),
        sql`starts_with(${events.slug}, ${plain})`,
      ),
    )
  const slug = freeSlug(event, new Set(others.map((other) => other.slug!)))
  if (slug === event.slug) return slug
  await tx.update(events).set({ slug }).where(eq(events.id, event.id))
  if (event.slug !== null) {
    await tx
      .insert(formerEventSlugs)
      .values({ slug: event.slug, eventId: event.id })
      .onConflictDoUpdate({ target: formerEventSlugs.slug, set: { eventId: event.id } })
  }
  return slug
}

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
