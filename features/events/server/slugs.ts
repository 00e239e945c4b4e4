import { and, eq, ne, sql } from 'drizzle-orm'
import { freeSlug, slugify } from '#kernel/slug.ts'
import type { Transaction } from '#platform/db/open.ts'
import { events, formerEventSlugs } from '#schema/events.ts'

type Named = { id: number; title: string }

/**
 * Gives an event the first free slug for its title: a second event with the same title gets the suffix -2. An
 * advisory lock serialises concurrent calls.
 */
export async function takeSlug(tx: Transaction, event: Named): Promise<string> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('greenroom_event_slugs'))`)
  const plain = slugify(event.title) || String(event.id)
  const others = await tx
    .select({ slug: events.slug })
    .from(events)
    .where(and(ne(events.id, event.id), sql`starts_with(${events.slug}, ${plain})`))
  const slug = freeSlug(event, new Set(others.map((other) => other.slug)))
  await tx.update(events).set({ slug }).where(eq(events.id, event.id))
  return slug
}

/**
 * Gives an event a new slug after its title changed, and stores the old slug, so that old links still lead to the
 * event. If visitors have not seen the event (`isSeen` is false), an old slug that leads to another event stays with
 * that event.
 */
export async function changeSlug(
  tx: Transaction,
  event: Named & { slug: string },
  { isSeen }: { isSeen: boolean },
) {
  const slug = await takeSlug(tx, event)
  if (slug === event.slug) return slug
  const noted = tx.insert(formerEventSlugs).values({ slug: event.slug, eventId: event.id })
  await (isSeen
    ? noted.onConflictDoUpdate({ target: formerEventSlugs.slug, set: { eventId: event.id } })
    : noted.onConflictDoNothing())
  return slug
}
