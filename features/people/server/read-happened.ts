import { and, eq, inArray, isNull, or } from 'drizzle-orm'
import type { TimelineEntry } from '#features/people/contract.ts'
import type { Db } from '#platform/db/open.ts'
import { domainEvents } from '#schema/domain-events.ts'
import { events, isPublishedAt } from '#schema/events.ts'

type Happened = typeof domainEvents.$inferSelect & { eventTitle: string | null }

/**
 * For each type of domain event in a person's timeline, the text to display. The timeline needs domain events where
 * database rows may be deleted or overwritten later, such as registrations.
 */
const describe: Record<string, (happened: Happened) => Omit<TimelineEntry, 'at'>> = {
  'registration.upgraded': ({ eventTitle }) => ({
    what: 'registered',
    text: `Pre-registration confirmed for ${eventTitle ?? deleted}`,
  }),
  'registration.cancelled': ({ eventTitle, cause }) => ({
    what: 'cancelled',
    text: `Registration cancelled for ${eventTitle ?? deleted}${cause === 'person' ? ', by the person' : ''}`,
  }),
  'person.unsubscribed': ({ topic }) => ({
    what: 'unsubscribed',
    text: `Unsubscribed from ${topic}`,
  }),
  'person.resubscribed': ({ topic }) => ({
    what: 'resubscribed',
    text: `Resubscribed to ${topic}`,
  }),
  'person.corrected': ({ facts }) => {
    const fields = Array.isArray(facts?.fields) ? facts.fields.join(', ') : 'details'
    const named = fields.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    return { what: 'corrected', text: `Corrected: ${named}` }
  },
  'person.merged': () => ({ what: 'merged', text: 'Another person was merged into this one' }),
}
const deleted = 'a deleted event'

/**
 * Returns the entries of a person's timeline that come from domain events. With `seenAt`, omits events that
 * visitors cannot see at that time.
 */
export async function readHappened(
  db: Db,
  personKey: string,
  seenAt: Date | undefined,
): Promise<TimelineEntry[]> {
  const types = Object.keys(describe) as Happened['type'][]
  const rows = await db
    .select({ happened: domainEvents, eventTitle: events.title })
    .from(domainEvents)
    .leftJoin(events, eq(events.id, domainEvents.eventId))
    .where(
      and(
        eq(domainEvents.personKey, personKey),
        inArray(domainEvents.type, types),
        seenAt && or(isNull(events.id), isPublishedAt(seenAt)),
      ),
    )
  return rows.map(({ happened, eventTitle }) => ({
    at: happened.occurredAt.toISOString(),
    ...describe[happened.type]!({ ...happened, eventTitle }),
  }))
}
