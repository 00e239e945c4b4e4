import { desc, eq, sql } from 'drizzle-orm'
import type { ReplyOf } from '#shared/contract/endpoint.ts'
import type { getAccount as contract } from '#shared/contract/me.ts'
import { effectiveStatus, type DisplayZone } from '#shared/event-time.ts'
import type { Db } from '#server/db/open.ts'
import { events } from '#server/db/tables/events.ts'
import { eventRegistrations, users } from '#server/db/tables/people.ts'
import { makeLinkToken } from '#server/link-tokens/link-token.ts'
import { readLinkKey } from '#server/link-tokens/read-link-key.ts'
import { listTopicsLeft } from '#server/links/restore-subscription.ts'
import { describeWhen } from '#server/links/take-join-link.ts'
import { readInvolvement } from '#server/people/read-involvement.ts'
import { readUse } from '#server/people/read-use.ts'
import { describeTopics } from './change-my-topics.ts'

type Context = { now: Date; display: DisplayZone }

/** What is known of the person with this address, as they see it themselves. */
export async function getAccount(
  db: Db,
  email: string,
  context: Context,
): Promise<ReplyOf<typeof contract>> {
  const [user] = await db.select().from(users).where(eq(users.email, email))
  const { futureEvents } = await readInvolvement(db, user?.id ?? null)
  const { watched, bounce } = await readUse(db, email, user?.id ?? null)
  return {
    email,
    firstName: user?.firstName ?? '',
    lastName: user?.lastName ?? '',
    registrations: await listOwnRegistrations(db, email, user?.id, context),
    interests: futureEvents.map(({ eventTitle, createdAt }) => ({ title: eventTitle, createdAt })),
    topics: describeTopics(await listTopicsLeft(db, email)),
    bounce,
    watched: watched
      .filter(({ isVerified }) => isVerified)
      .map(({ eventTitle: title, watchedShare, updatedAt }) => ({
        title,
        watchedShare,
        updatedAt,
      })),
  }
}

async function listOwnRegistrations(
  db: Db,
  email: string,
  userId: number | undefined,
  { now, display }: Context,
) {
  const linkKey = await readLinkKey(db)
  const rows = await db
    .select({ registration: eventRegistrations, event: events })
    .from(eventRegistrations)
    .innerJoin(events, eq(events.id, eventRegistrations.eventId))
    .where(eq(eventRegistrations.userId, userId ?? 0))
    .orderBy(sql`${events.eventDate} desc nulls first`, desc(eventRegistrations.id))
  return rows.map(({ registration, event }) => {
    const { id, createdAt, registrationType } = registration
    const status = effectiveStatus(event, now, display.zone)
    const isOver = status === 'completed' || event.cancelledAt !== null
    const leadsIn = registrationType === 'confirmed' && !isOver
    return {
      id,
      eventId: event.id,
      title: event.title,
      slug: event.slug ?? String(event.id),
      when: describeWhen(event, display),
      status,
      isCancelled: event.cancelledAt !== null,
      registrationType,
      joinPath: leadsIn
        ? `/join/${makeLinkToken(linkKey, 'join', { id, email, createdAt })}`
        : null,
    }
  })
}
