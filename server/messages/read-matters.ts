import { and, asc, eq, or } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { messageDeliveries } from '#server/db/messages-schema.ts'
import { eventRegistrations, events, users } from '#server/db/schema.ts'

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
