import { and, eq, isNull } from 'drizzle-orm'
import type { EventPage } from '#shared/contract/events.ts'
import type { TimeContext } from '#shared/time-context.ts'
import type { Db } from '#server/db/open.ts'
import { events, formerEventSlugs } from '#server/db/tables/events.ts'
import { liveStates } from '#server/db/tables/webinars.ts'
import { Refusal } from '#server/refusal.ts'
import { presentEventPage } from './present-event.ts'

/** The largest id of a row, of which more digits are never one. */
const idForm = /^[1-9]\d{0,8}$/

/**
 * What an event's own page shows, whatever its status. A slug of the past finds the event as well, whose
 * present one stands in the answer; a present one wins. Throws 404 for an unknown one.
 */
export async function readEventPage(db: Db, slug: string, time: TimeContext): Promise<EventPage> {
  const found = slug.includes('\0') ? undefined : await findEventBySlug(db, slug.normalize('NFC'))
  if (!found) throw new Refusal('no_such_event', { message: 'There is no event at this address' })
  const { event, heard } = found
  return presentEventPage(event, heard, time)
}

async function findEventBySlug(db: Db, slug: string) {
  const found = () =>
    db
      .select({ event: events, heard: liveStates })
      .from(events)
      .leftJoin(liveStates, eq(liveStates.eventId, events.id))
      .$dynamic()
  const [present] = await found().where(eq(events.slug, slug))
  if (present) return present
  const [former] = await found()
    .innerJoin(formerEventSlugs, eq(formerEventSlugs.eventId, events.id))
    .where(eq(formerEventSlugs.slug, slug))
  if (former) return former
  if (!idForm.test(slug)) return undefined
  const [nameless] = await found().where(and(eq(events.id, Number(slug)), isNull(events.slug)))
  return nameless
}
