import { and, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { listWebhookCalls, WebhookDelivery } from '#features/webhooks/contract.ts'
import { testEvent, type CallFailure } from '#features/webhooks/rules.ts'
import { webhookDeliveryStates, type WebhookDeliveryState } from '#kernel/values.ts'
import type { Deed } from '#platform/audit/write-audit-entry.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import { atOnce, webhookDeliveries, webhooks } from '#schema/webhooks.ts'
import { lockWebhook, writeWebhookEntry } from './webhooks.ts'

type WebhookDeliveryRow = typeof webhookDeliveries.$inferSelect

function present(row: WebhookDeliveryRow): WebhookDelivery {
  const { id, messageId, type, state, attempts, status } = row
  return {
    id,
    messageId,
    type,
    state,
    occurredAt: row.occurredAt.toISOString(),
    attempts,
    triedAt: row.triedAt?.toISOString() ?? null,
    nextTryAt: state === 'waiting' && row.nextTryAt > atOnce ? row.nextTryAt.toISOString() : null,
    endedAt: row.endedAt?.toISOString() ?? null,
    status,
    failure: row.failure as CallFailure | null,
  }
}

/**
 * Returns a page of a webhook's deliveries, newest first. `counts` are the numbers of deliveries by state, in all
 * pages. Throws 404 for an unknown webhook.
 */
export async function listWebhookDeliveries(
  db: Db,
  webhookId: number,
  { state, before, limit }: z.output<(typeof listWebhookCalls)['query']>,
) {
  const [known] = await db
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(eq(webhooks.id, webhookId))
  if (!known) throw new Refusal('no_such_webhook')
  const found = await db
    .select()
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.webhookId, webhookId),
        state && eq(webhookDeliveries.state, state),
        before ? sql`${webhookDeliveries.id} < ${before}` : undefined,
      ),
    )
    .orderBy(sql`${webhookDeliveries.id} desc`)
    .limit(limit + 1)
  const page = found.slice(0, limit)
  return {
    deliveries: page.map(present),
    nextBefore: found.length > limit ? page.at(-1)!.id : null,
    counts: await countStates(db, webhookId),
  }
}

async function countStates(db: Db, webhookId: number) {
  const { rows } = await db.execute<{ state: WebhookDeliveryState; number: number }>(
    sql`select state, count(*)::int as number from webhook_deliveries
      where webhook_id = ${webhookId} group by state`,
  )
  const found = new Map(rows.map(({ state, number }) => [state, number]))
  const counts = webhookDeliveryStates.map((state) => [state, found.get(state) ?? 0] as const)
  return Object.fromEntries(counts) as Record<WebhookDeliveryState, number>
}

/** Locks a webhook that is on. Throws 404 for an unknown webhook, and 409 if it is off. */
async function lockActiveWebhook(tx: Transaction, id: number) {
  const webhook = await lockWebhook(tx, id)
  if (webhook.offSince !== null) throw new Refusal('webhook_off')
  return webhook
}

/**
 * Resends a delivery: its attempts start again, immediately, with the same id. Throws 404 for an unknown webhook or
 * delivery, and 409 if the webhook is off.
 */
export async function sendAgain(
  db: Db,
  { webhookId, deliveryId }: { webhookId: number; deliveryId: number },
  deed: Deed & { now: Date },
): Promise<WebhookDelivery> {
  return db.transaction(async (tx) => {
    const webhook = await lockActiveWebhook(tx, webhookId)
    const [row] = await tx
      .update(webhookDeliveries)
      .set({ state: 'waiting', attempts: 0, nextTryAt: atOnce, endedAt: null })
      .where(and(eq(webhookDeliveries.id, deliveryId), eq(webhookDeliveries.webhookId, webhookId)))
      .returning()
    if (!row) throw new Refusal('no_such_webhook_delivery')
    // The administrator wants to see the result now, so end a pause that the receiver requested.
    await tx.update(webhooks).set({ pausedUntil: null }).where(eq(webhooks.id, webhookId))
    await writeWebhookEntry(tx, deed, 'webhook_sent_again', webhook, { deliveryId })
    return present(row)
  })
}

/** Queues a test delivery, which is sent like all others. Throws 404 for an unknown webhook, and 409 if it is off. */
export async function testWebhook(
  db: Db,
  id: number,
  deed: Deed & { now: Date },
): Promise<{ deliveryId: number }> {
  return db.transaction(async (tx) => {
    const webhook = await lockActiveWebhook(tx, id)
    const [row] = await tx
      .insert(webhookDeliveries)
      .values({ webhookId: id, type: testEvent, occurredAt: deed.now })
      .returning({ id: webhookDeliveries.id })
    await tx.update(webhooks).set({ pausedUntil: null }).where(eq(webhooks.id, id))
    await writeWebhookEntry(tx, deed, 'webhook_tested', webhook)
    return { deliveryId: row!.id }
  })
}

/**
 * Queues a call of type `person.erased` for every webhook that subscribes to it: one for each key that the erased
 * person had, including those of people merged into them. The usual way, through domain events, is not possible,
 * because the erasure deletes these keys.
 */
export async function announceErasure(tx: Transaction, personKeys: string[]): Promise<void> {
  await tx.execute(sql`insert into webhook_deliveries (webhook_id, type, person_key)
    select w.id, 'person.erased', k.key from webhooks w cross join unnest(${sql.param(personKeys)}::text[]) as k (key)
    where w.off_since is null and 'person.erased' = any(w.events) order by w.id for key share of w`)
}
