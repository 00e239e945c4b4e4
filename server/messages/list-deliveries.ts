import { and, desc, eq, lt, sql, type SQL } from 'drizzle-orm'
import type { DeliveryRow } from '#shared/contract/messages.ts'
import type { DeliveryState } from '#shared/messages.ts'
import type { Db } from '#server/db/open.ts'
import { messageDeliveries } from '#server/db/messages-schema.ts'
import { events, users } from '#server/db/schema.ts'
import { Refusal } from '#server/refusal.ts'
import { countDeliveries } from './count-deliveries.ts'

type Filter = {
  eventId?: number
  email?: string
  state?: DeliveryState
  before?: number
  limit: number
}

/** The queue's own time of the next try; a carried row is tried with its carrier. */
const nextTryAt = sql<string | null>`(select to_json(j.start_after)#>>'{}' from jobs.job j
  where j.name = 'send-message' and j.state < 'active'
    and j.singleton_key = coalesce(message_deliveries.carried_by, message_deliveries.id)::text
  limit 1)`

function read(db: Db, where: SQL | undefined, limit: number) {
  return db
    .select({
      delivery: messageDeliveries,
      nextTryAt,
      eventTitle: events.title,
      firstName: users.firstName,
      lastName: users.lastName,
    })
    .from(messageDeliveries)
    .leftJoin(events, eq(events.id, messageDeliveries.eventId))
    .leftJoin(users, eq(users.email, messageDeliveries.email))
    .where(where)
    .orderBy(desc(messageDeliveries.id))
    .limit(limit)
}

type Found = Awaited<ReturnType<typeof read>>[number]

function present({ delivery, nextTryAt: next, eventTitle, ...person }: Found): DeliveryRow {
  const text = (instant: Date | null) => instant?.toISOString() ?? null
  return {
    id: delivery.id,
    kind: delivery.kind,
    email: delivery.email,
    name: [person.firstName, person.lastName].filter(Boolean).join(' '),
    eventId: delivery.eventId,
    eventTitle,
    isCarried: delivery.carriedBy !== null,
    state: delivery.state,
    attempts: delivery.attempts,
    lastError: delivery.lastError,
    triedAt: text(delivery.triedAt),
    nextTryAt: next && new Date(next).toISOString(),
    sentAt: text(delivery.sentAt),
    answer: delivery.answer,
    createdAt: delivery.createdAt.toISOString(),
  }
}

/** Deliveries, newest first; `nextBefore` asks for the next page. */
export async function listDeliveries(db: Db, { eventId, email, state, before, limit }: Filter) {
  const table = messageDeliveries
  const asked = and(
    eventId === undefined ? undefined : eq(table.eventId, eventId),
    email ? sql`strpos(${table.email}, ${email}) > 0` : undefined,
  )
  const shown = and(
    asked,
    state && eq(table.state, state),
    before === undefined ? undefined : lt(table.id, before),
  )
  const found = await read(db, shown, limit + 1)
  const deliveries = found.slice(0, limit).map(present)
  const nextBefore = found.length > limit ? (deliveries.at(-1)?.id ?? null) : null
  return { deliveries, nextBefore, counts: await countDeliveries(db, asked) }
}

/** One delivery with the mail that was kept of it; throws 404 for an unknown one. */
export async function readDelivery(db: Db, id: number) {
  const [found] = await read(db, eq(messageDeliveries.id, id), 1)
  if (!found) throw new Refusal(404, 'There is no such message')
  return { ...present(found), kept: found.delivery.kept }
}
