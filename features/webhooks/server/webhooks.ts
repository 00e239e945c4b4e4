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
import { atOnce, webhookCalls, webhooks } from '#schema/webhooks.ts'
import { isRefusedAddress } from './call-receiver.ts'
import { makeSecret, openSecrets } from './secrets.ts'

type WebhookRow = typeof webhooks.$inferSelect
type Changing = Deed & { now: Date; time: TimeContext; networks: string[]; seal: Seal }

/** What waits is counted as far as anybody reads. */
const mostCounted = 10_000

/** All webhooks, the oldest first. */
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

/** Holds a webhook until the transaction ends; what is noted for it meanwhile does not wait. Throws 404. */
export async function holdWebhook(tx: Transaction, id: number): Promise<WebhookRow> {
  const [row] = await tx.select().from(webhooks).where(eq(webhooks.id, id)).for('no key update')
  if (!row) throw new Refusal('no_such_webhook')
  return row
}

/** A name says nothing yet: where it leads is looked at with each call. Throws 400. */
function refuseUrl(url: string, networks: string[]) {
  const { protocol, hostname } = new URL(url)
  const isPlain = protocol === 'http:'
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const isRefused = isIP(host) > 0 && isRefusedAddress(host, { networks, isPlain })
  const message = isRefused
    ? 'This address is not called: it is neither public nor in WEBHOOK_NETWORKS'
    : 'Must begin with https://: without it only networks of WEBHOOK_NETWORKS are called'
  if (isRefused || (isPlain && networks.length === 0)) {
    throw invalidInput([{ field: 'url', message }])
  }
}

/** The address may hold a word that opens the receiver: the log names its host alone. */
export function noteDeed(
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

/** Adds one, with a secret that is answered this once. Throws 400, 409. */
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
    await noteDeed(tx, context, 'webhook_added', { id, url }, { fields: events })
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
  // Moments that passed before the change go to the webhook by its former choice of events.
  if (events) await sweepMoments(db, context.time)
  await db.transaction(async (tx) => {
    const row = await holdWebhook(tx, id)
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
        // Another receiver has not failed yet, and is told at once.
        ...(isElsewhere && { failingSince: null }),
      })
      .where(eq(webhooks.id, id))
    if (isElsewhere) await sendWaitingAtOnce(tx, id)
    await noteDeed(tx, context, 'webhook_changed', { id, url: url ?? row.url }, { fields })
  })
}

export async function removeWebhook(db: Db, id: number, deed: Deed & { now: Date }): Promise<void> {
  // Off first, and for everybody to see: nobody who registers waits while its deliveries go.
  await db
    .update(webhooks)
    .set(switchedOff(deed.now))
    .where(and(eq(webhooks.id, id), isNull(webhooks.offSince)))
  await db.transaction(async (tx) => {
    const row = await holdWebhook(tx, id)
    // In the order of an erasure, which takes deliveries first.
    await tx.delete(webhookCalls).where(eq(webhookCalls.webhookId, id))
    await tx.delete(webhooks).where(eq(webhooks.id, id))
    await noteDeed(tx, deed, 'webhook_removed', row)
  })
}

/** A new secret; the one of before signs as well for a day, and one that was lost switched it off. */
export async function rotateSecret(db: Db, id: number, context: Changing) {
  const { now, seal } = context
  return db.transaction(async (tx) => {
    const row = await holdWebhook(tx, id)
    const isLost = openSecrets(seal, row, now).length === 0
    const { secret, sealed } = makeSecret(seal, id)
    const formerUntil = isLost ? null : new Date(now.getTime() + formerSecretHours * 3_600_000)
    const on = row.offFor === 'lost' ? switchedOn(now) : {}
    await tx
      .update(webhooks)
      .set({ sealed, formerSealed: isLost ? null : row.sealed, formerUntil, ...on })
      .where(eq(webhooks.id, id))
    await noteDeed(tx, context, 'webhook_secret_rotated', row)
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
    .update(webhookCalls)
    .set({ nextTryAt: atOnce })
    .where(and(eq(webhookCalls.webhookId, webhookId), eq(webhookCalls.state, 'waiting')))
}

/** On: what waits is due at once. Off: nothing is sent, and nothing noted. */
export async function switchWebhook(
  db: Db,
  id: number,
  isOn: boolean,
  context: Changing,
): Promise<void> {
  const { now, seal } = context
  await db.transaction(async (tx) => {
    const row = await holdWebhook(tx, id)
    if ((row.offSince === null) === isOn) return
    if (isOn && openSecrets(seal, row, now).length === 0) {
      throw new Refusal('no_secret_kept', {
        message: 'Its secret cannot be opened here any more: make a new one, which switches it on',
      })
    }
    await tx
      .update(webhooks)
      .set(isOn ? switchedOn(now) : switchedOff(now))
      .where(eq(webhooks.id, id))
    if (isOn) await sendWaitingAtOnce(tx, id)
    await noteDeed(tx, context, isOn ? 'webhook_switched_on' : 'webhook_switched_off', row)
  })
}

/** Those that switched themselves off, for the dashboard. */
export async function findSilentWebhooks(db: Db) {
  const rows = await db
    .select({ url: webhooks.url, offFor: webhooks.offFor })
    .from(webhooks)
    .where(sql`${webhooks.offFor} in ('gone', 'failing', 'lost')`)
    .orderBy(asc(webhooks.id))
  return rows.map(({ url, offFor }) => ({ host: new URL(url).host, offFor }))
}

/** What is looked at from outside, as expressions for numbers: none costs more the more is told. */
export const webhookFigures = {
  /** Switched off, but not by hand. */
  off: sql`(select count(*)::int from webhooks where off_for in ('gone', 'failing', 'lost'))`,
  /** On, and no call has succeeded since one failed. */
  failing: sql`(select count(*)::int from webhooks where off_since is null and failing_since is not null)`,
  /** Given up in the last three days, counted up to a thousand. */
  failed: sql`(select count(*)::int from (select from webhooks w
    cross join lateral (select from webhook_deliveries d
      where d.webhook_id = w.id and d.state = 'failed' and d.ended_at > now() - interval '3 days' limit 1000) failed
    limit 1000) failed)`,
  /** Since the oldest came about that a webhook which is on was not told of; 0 where it was of all. */
  oldestSeconds: sql`coalesce((select greatest(0, extract(epoch from now() - min(oldest.at))) from webhooks w
    cross join lateral (select d.occurred_at as at from webhook_deliveries d
      where d.webhook_id = w.id and d.state = 'waiting' order by d.occurred_at limit 1) oldest
    where w.off_since is null)::float8, 0)`,
}
