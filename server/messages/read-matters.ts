import { and, asc, eq, exists, or, sql } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { events } from '#server/db/tables/events.ts'
import { messageDeliveries } from '#server/db/tables/messages.ts'
import { eventRegistrations, users } from '#server/db/tables/people.ts'
import { zoomWebinarMappings } from '#server/db/tables/webinars.ts'

export type DeliveryRow = typeof messageDeliveries.$inferSelect

/** A delivery's mail as rows: what it is about, the carrier first, each with its event and seat. */
export async function readMatters(db: Db, deliveryId: number) {
  const rows = await db
    .select({
      delivery: messageDeliveries,
      event: events,
      registration: {
        id: eventRegistrations.id,
        registrationType: eventRegistrations.registrationType,
        createdAt: eventRegistrations.createdAt,
      },
      firstName: users.firstName,
      isMapped: exists(
        db
          .select({ one: sql`1` })
          .from(zoomWebinarMappings)
          .where(
            and(
              eq(zoomWebinarMappings.eventId, messageDeliveries.eventId),
              eq(zoomWebinarMappings.isActive, true),
            ),
          ),
      ).mapWith(Boolean),
    })
    .from(messageDeliveries)
    .leftJoin(events, eq(events.id, messageDeliveries.eventId))
    .leftJoin(users, eq(users.email, messageDeliveries.email))
    .leftJoin(
      eventRegistrations,
      and(
        eq(eventRegistrations.userId, users.id),
        eq(eventRegistrations.eventId, messageDeliveries.eventId),
      ),
    )
    .where(or(eq(messageDeliveries.id, deliveryId), eq(messageDeliveries.carriedBy, deliveryId)))
    .orderBy(asc(messageDeliveries.id))
  return rows.toSorted(
    (a, b) => Number(b.delivery.id === deliveryId) - Number(a.delivery.id === deliveryId),
  )
}

export type MatterRow = Awaited<ReturnType<typeof readMatters>>[number]
