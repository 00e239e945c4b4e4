import { isIP } from 'node:net'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { sweepMoments } from '#features/events/server/sweep-moments.ts'
import type { Webhook, WebhookForm } from '#features/webhooks/contract.ts'
import { formerSecretHours, mostWebhooks } from '#features/webhooks/rules.ts'
import type { TimeContext } from '#kernel/event-time.ts'
import type { AuditAction, WebhookEvent } from '#kernel/values.ts'
import { writeAuditEntry, type Deed } from '#platform/audit/write-audit-entry.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { invalidInput, Refusal } from '#platform/errors/refusal.ts'
import type { Seal } from '#platform/settings/sealed-secrets.ts'
import { atOnce, webhookDeliveries, webhooks } from '#schema/webhooks.ts'
import { isRefusedAddress } from './call-receiver.ts'
import { makeSecret, openSecrets } from './secrets.ts'

type WebhookRow = typeof webhooks.$inferSelect
type Changing = Deed & { now: Date; time: TimeContext; networks: string[]; seal: Seal }

/** The admin area displays the numbers of pending and failed calls up to this maximum, to keep counting fast. */
const mostCounted = 10_000

export async function listWebhooks(db: Db): Promise<Webhook[]> {
  const rows = await db.select().from(webhooks).orderBy(asc(webhooks.id))
  return Promise.all(rows.map((row) => present(db, row)))
}

export async function readWebhook(db: Db, id: number): Promise<Webhook> {
  const [row] = await db.select().from(webhooks).where(eq(webhooks.id, id))
  if (!row) throw new Refusal('no_such_webhook')
  return present(db, row)
}

async function present(db: Db, row: WebhookRow): Promise<Webhook> {
  const countOf = (
    state: string,
  ) => sql`(select count(*)::int from (select from webhook_deliveries d
    where d.webhook_id = ${row.id} and d.state = ${state} limit ${mostCounted}) counted)`
  const { rows } = await db.execute<{ waiting: number; failed: number }>(
    sql`select ${countOf('waiting')} as waiting, ${countOf('failed')} as failed`,
  )
  return {
    id: row.id,
    url: row.url,
    events: row.events as WebhookEvent[],
    createdAt: row.createdAt.toISOString(),
    off: row.offSince && { since: row.offSince.toISOString(), for: row.offFor ?? 'hand' },
    failingSince: row.failingSince?.toISOString() ?? null,
    pausedUntil: row.pausedUntil?.toISOString() ?? null,
    formerSecretUntil: row.formerUntil?.toISOString() ?? null,
    ...rows[0]!,
  }
}

/**
 * Locks a webhook until the transaction ends. The lock does not block inserts of deliveries. Throws 404 for an
 * unknown webhook.
 */
export async function lockWebhook(tx: Transaction, id: number): Promise<WebhookRow> {
  const [row] = await tx.select().from(webhooks).where(eq(webhooks.id, id)).for('no key update')
  if (!row) throw new Refusal('no_such_webhook')
  return row
}

/**
 * Throws 400 for a URL that must not be called. Host names are accepted here, because each call checks their IP
 * addresses.
 */
function refuseUrl(url: string, networks: string[]) {
  const { protocol, hostname } = new URL(url)
  const isPlain = protocol === 'http:'
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const isRefused = isIP(host) > 0 && isRefusedAddress(host, { networks, isPlain })
  const message = isRefused
    ? 'This address is not called: it is neither public nor in WEBHOOK_NETWORKS'
    : 'Must begin with https://, except for addresses in WEBHOOK_NETWORKS'
  if (isRefused || (isPlain && networks.length === 0)) {
    throw invalidInput([{ field: 'url', message }])
  }
}

/** Writes an audit log entry about a webhook, with its host instead of its URL, which may contain a secret. */
export function writeWebhookEntry(
  tx: Transaction,
  { actor, now }: Deed & { now: Date },
  action: AuditAction,
  { id, url }: { id: number; url: string },
  details: Record<string, unknown> = {},
) {
  const subject = new URL(url).host
  return writeAuditEntry(tx, actor, {
    action,
    subject,
    details: { webhookId: id, ...details },
    now,
  })
}

/**
 * Adds a webhook and returns its secret, which no other call returns. Throws 400 for a forbidden URL, 409 if there
 * are too many webhooks or no encryption key.
 */
export async function addWebhook(db: Db, { url, events }: WebhookForm, context: Changing) {
  const { networks, now, seal } = context
  refuseUrl(url, networks)
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('webhooks'))`)
    if ((await tx.$count(webhooks)) >= mostWebhooks) throw new Refusal('too_many_webhooks')
    const [{ id } = { id: 0 }] = await tx
      .insert(webhooks)
      .values({ url, events, activeSince: now, createdAt: now })
      .returning({ id: webhooks.id })
    const { secret, sealed } = makeSecret(seal, id)
    await tx.update(webhooks).set({ sealed }).where(eq(webhooks.id, id))
    await writeWebhookEntry(tx, context, 'webhook_added', { id, url }, { fields: events })
    return { id, secret }
  })
}

export async function changeWebhook(
  db: Db,
  id: number,
  { url, events }: Partial<WebhookForm>,
  context: Changing,
): Promise<void> {
  if (url !== undefined) refuseUrl(url, context.networks)
  // Record events that are due by time before changing the webhook's subscriptions, so that the former subscriptions
  // apply to them.
  if (events) await sweepMoments(db, context.time)
  await db.transaction(async (tx) => {
    const row = await lockWebhook(tx, id)
    const fields = [
      ...(url !== undefined && url !== row.url ? ['url'] : []),
      ...(events && events.join() !== row.events.join() ? ['events'] : []),
    ]
    if (fields.length === 0) return
    const isElsewhere = fields.includes('url')
    await tx
      .update(webhooks)
      .set({
        ...(url !== undefined && { url }),
        ...(events && { events }),
        pausedUntil: null,
        // The URL changed, so forget earlier failures. Pending calls go to the new URL immediately.
        ...(isElsewhere && { failingSince: null }),
      })
      .where(eq(webhooks.id, id))
    if (isElsewhere) await sendWaitingAtOnce(tx, id)
    await writeWebhookEntry(tx, context, 'webhook_changed', { id, url: url ?? row.url }, { fields })
  })
}

export async function removeWebhook(db: Db, id: number, deed: Deed & { now: Date }): Promise<void> {
  // First switch the webhook off, in a transaction of its own. Otherwise registrations, which queue calls, would wait
  // while the webhook's calls are deleted.
  await db
    .update(webhooks)
    .set(switchedOff(deed.now))
    .where(and(eq(webhooks.id, id), isNull(webhooks.offSince)))
  await db.transaction(async (tx) => {
    const row = await lockWebhook(tx, id)
    // Delete deliveries first: an erasure locks in this order, too.
    await tx.delete(webhookDeliveries).where(eq(webhookDeliveries.webhookId, id))
    await tx.delete(webhooks).where(eq(webhooks.id, id))
    await writeWebhookEntry(tx, deed, 'webhook_removed', row)
  })
}

/**
 * Creates a new secret and returns it; calls are signed with the former one for another day. If the webhook is off
 * because its secret could not be decrypted, switches it on.
 */
export async function rotateSecret(db: Db, id: number, context: Changing) {
  const { now, seal } = context
  return db.transaction(async (tx) => {
    const row = await lockWebhook(tx, id)
    const isLost = openSecrets(seal, row, now).length === 0
    const { secret, sealed } = makeSecret(seal, id)
    const formerUntil = isLost ? null : new Date(now.getTime() + formerSecretHours * 3_600_000)
    const on = row.offFor === 'lost' ? switchedOn(now) : {}
    await tx
      .update(webhooks)
      .set({ sealed, formerSealed: isLost ? null : row.sealed, formerUntil, ...on })
      .where(eq(webhooks.id, id))
    await writeWebhookEntry(tx, context, 'webhook_secret_rotated', row)
    return { id, secret, formerSecretUntil: formerUntil?.toISOString() ?? null }
  })
}

const switchedOn = (now: Date) => ({
  offSince: null,
  offFor: null,
  failingSince: null,
  pausedUntil: null,
  activeSince: now,
})

const switchedOff = (now: Date) => ({ offSince: now, offFor: 'hand' as const })

function sendWaitingAtOnce(tx: Transaction, webhookId: number) {
  return tx
    .update(webhookDeliveries)
    .set({ nextTryAt: atOnce })
    .where(and(eq(webhookDeliveries.webhookId, webhookId), eq(webhookDeliveries.state, 'waiting')))
}

/** Switches a webhook on, which makes its pending deliveries due, or off: then no deliveries are sent or inserted. */
export async function switchWebhook(
  db: Db,
  id: number,
  isOn: boolean,
  context: Changing,
): Promise<void> {
  const { now, seal } = context
  await db.transaction(async (tx) => {
    const row = await lockWebhook(tx, id)
    if ((row.offSince === null) === isOn) return
    if (isOn && openSecrets(seal, row, now).length === 0) {
      throw new Refusal('no_secret_kept', {
        message: 'Its secret can no longer be read. Create a new one to switch it on',
      })
    }
    await tx
      .update(webhooks)
      .set(isOn ? switchedOn(now) : switchedOff(now))
      .where(eq(webhooks.id, id))
    if (isOn) await sendWaitingAtOnce(tx, id)
    await writeWebhookEntry(tx, context, isOn ? 'webhook_switched_on' : 'webhook_switched_off', row)
  })
}

/** Returns the webhooks that were switched off automatically, with the reasons, for the dashboard. */
export async function findSilentWebhooks(db: Db) {
  const rows = await db
    .select({ url: webhooks.url, offFor: webhooks.offFor })
    .from(webhooks)
    .where(sql`${webhooks.offFor} in ('gone', 'failing', 'lost')`)
    .orderBy(asc(webhooks.id))
  return rows.map(({ url, offFor }) => ({ host: new URL(url).host, offFor }))
}

/** SQL expressions of metrics about webhooks. Their cost does not grow with the number of deliveries. */
export const webhookFigures = {
  /** Number of webhooks that were switched off automatically. */
  off: sql`(select count(*)::int from webhooks where off_for in ('gone', 'failing', 'lost'))`,
  /** Number of webhooks that are on, but have failed since their last successful call. */
  failing: sql`(select count(*)::int from webhooks where off_since is null and failing_since is not null)`,
  /** Number of deliveries of the last three days that failed in all attempts; counted up to 1,000. */
  failed: sql`(select count(*)::int from (select from webhooks w
    cross join lateral (select from webhook_deliveries d
      where d.webhook_id = w.id and d.state = 'failed' and d.ended_at > now() - interval '3 days' limit 1000) failed
    limit 1000) failed)`,
  /** Age, in seconds, of the oldest pending delivery of webhooks that are on; 0 if there is none. */
  oldestSeconds: sql`coalesce((select greatest(0, extract(epoch from now() - min(oldest.at))) from webhooks w
    cross join lateral (select d.occurred_at as at from webhook_deliveries d
      where d.webhook_id = w.id and d.state = 'waiting' order by d.occurred_at limit 1) oldest
    where w.off_since is null)::float8, 0)`,
}
