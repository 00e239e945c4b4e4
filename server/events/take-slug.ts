import { and, eq, isNotNull, ne, sql } from 'drizzle-orm'
import { freeSlug, slugify } from '#shared/slug.ts'
import type { Transaction } from '#server/db/open.ts'
import { events, formerEventSlugs } from '#server/db/tables/events.ts'

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
