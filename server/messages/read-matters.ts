import { and, asc, eq, exists, like, or, sql } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { prepared, type Slots } from '#server/db/prepared.ts'
import { bounces } from '#server/db/tables/bounces.ts'
import { eventCrew } from '#server/db/tables/crew.ts'
import { events } from '#server/db/tables/events.ts'
import { outboxEntries } from '#server/db/tables/messages.ts'
import { eventRegistrations, users } from '#server/db/tables/people.ts'
import { zoomWebinarMappings } from '#server/db/tables/webinars.ts'

export type OutboxEntryRow = typeof outboxEntries.$inferSelect

const readRows = prepared('read_matters', (db, of: Slots<{ mails: number[] }>) =>
  db
    .select({
      outboxEntry: outboxEntries,
      event: events,
      registration: {
        id: eventRegistrations.id,
        registrationType: eventRegistrations.registrationType,
        createdAt: eventRegistrations.createdAt,
      },
      /** Their place in the crew, where the mail is to one of it. */
      crew: {
        id: eventCrew.id,
        name: eventCrew.name,
        role: eventCrew.role,
        createdAt: eventCrew.createdAt,
      },
      firstName: users.firstName,
      /** Why mails to this address come back, if they do. */
      bounceReason: bounces.reason,
      isMapped: exists(
        db
          .select({ one: sql`1` })
          .from(zoomWebinarMappings)
          .where(
            and(
              eq(zoomWebinarMappings.eventId, outboxEntries.eventId),
              eq(zoomWebinarMappings.isActive, true),
            ),
          ),
      ).mapWith(Boolean),
    })
    .from(outboxEntries)
    .leftJoin(events, eq(events.id, outboxEntries.eventId))
    .leftJoin(users, eq(users.email, outboxEntries.email))
    .leftJoin(bounces, eq(bounces.email, outboxEntries.email))
    .leftJoin(
      eventRegistrations,
      and(
        eq(eventRegistrations.userId, users.id),
        eq(eventRegistrations.eventId, outboxEntries.eventId),
      ),
    )
    .leftJoin(
      eventCrew,
      and(
        like(outboxEntries.kind, 'crew_%'),
        eq(eventCrew.email, outboxEntries.email),
        eq(eventCrew.eventId, outboxEntries.eventId),
      ),
    )
    .where(
      or(
        sql`${outboxEntries.id} = any(${of.mails}::integer[])`,
        sql`${outboxEntries.carriedBy} = any(${of.mails}::integer[])`,
      ),
    )
    .orderBy(asc(outboxEntries.id)),
)

export type NotificationRow = Awaited<ReturnType<typeof readRows>>[number]

/** Mails as rows: what each is about, the carrier first, each with its event and seat or place in the crew. */
export async function readNotifications(
  db: Db,
  mails: number[],
): Promise<Map<number, NotificationRow[]>> {
  const rows = await readRows(db, { mails })
  return new Map(
    mails.map((mail) => {
      const carrier = rows.filter(({ outboxEntry }) => outboxEntry.id === mail)
      const carried = rows.filter(({ outboxEntry }) => outboxEntry.carriedBy === mail)
      return [mail, [...carrier, ...carried]]
    }),
  )
}
