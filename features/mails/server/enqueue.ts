import { sql, type SQL } from 'drizzle-orm'
import type { MailKind } from '#kernel/mail-kinds.ts'
import type { Transaction } from '#platform/db/open.ts'
import { preparedSql } from '#platform/db/prepared.ts'
import { highPriority, type JobSender } from '#platform/jobs/jobs.ts'
import type { LinkAllowance } from '#schema/mails.ts'

export type NewOutboxEntry = {
  kind: MailKind
  email: string
  eventId?: number
  dedupeKey?: string
  linkAllowance?: LinkAllowance | null
  /** Time at which the outbox entry was created; default: the database's clock. */
  createdAt?: Date
}

type Wanted = {
  kinds: MailKind[]
  emails: string[]
  eventIds: (number | null)[]
  dedupeKeys: string[]
  linkAllowances: (LinkAllowance | null)[]
  createdAt: (string | null)[]
}

/**
 * Inserts outbox entries in one statement. The mail of the first entry contains the other notifications. If the
 * first entry existed already, the caller chooses another entry whose mail contains them.
 */
const addRows = preparedSql<Wanted, { id: number; kind: MailKind; isCarried: boolean }>(
  'add_deliveries',
  (of) => {
    const again = sql`on conflict (kind, email, event_id, dedupe_key) do update
      set state = 'waiting', carried_by = excluded.carried_by, last_error = null
      where outbox_entries.state = 'skipped'
      returning id, kind, carried_by is not null as "isCarried"`
    const columns = sql`outbox_entries (kind, email, event_id, dedupe_key, link_allowance, created_at, carried_by)`
    return sql`
      with wanted as (select w.kind, w.email, w.event_id, w.dedupe_key, w.link_allowance,
          coalesce(w.created_at, now()) as created_at, w.place
        from unnest(${of.kinds}::text[], ${of.emails}::text[], ${of.eventIds}::int[],
          ${of.dedupeKeys}::text[], ${of.linkAllowances}::text[], ${of.createdAt}::timestamptz[])
          with ordinality as w (kind, email, event_id, dedupe_key, link_allowance, created_at, place)),
      carrier as (insert into ${columns}
        select kind, email, event_id, dedupe_key, link_allowance, created_at, null from wanted where place = 1 ${again}),
      carried as (insert into ${columns}
        select kind, email, event_id, dedupe_key, link_allowance, created_at, (select id from carrier)
        from wanted
        where place > 1 order by place ${again})
      select * from carrier union all select * from carried`
  },
)

const carry = preparedSql<{ carrier: number; ids: number[] }, never>(
  'carry_deliveries',
  (of) => sql`update outbox_entries set carried_by = ${of.carrier}
    where id = any(${of.ids}::int[])`,
)

/**
 * Plans one mail with all notifications that a person's action causes, in the transaction of that action.
 * Leaves out notifications that already have an outbox entry, unless it was skipped. Plans no mail if none
 * remains.
 */
export async function addOutboxEntries(
  tx: Transaction,
  jobs: JobSender,
  wanted: NewOutboxEntry[],
): Promise<void> {
  if (wanted.length === 0) return
  const added = await addRows(tx, {
    kinds: wanted.map(({ kind }) => kind),
    emails: wanted.map(({ email }) => email),
    eventIds: wanted.map(({ eventId }) => eventId ?? null),
    dedupeKeys: wanted.map(({ dedupeKey }) => dedupeKey ?? ''),
    linkAllowances: wanted.map(({ linkAllowance }) => linkAllowance ?? null),
    createdAt: wanted.map(({ createdAt }) => createdAt?.toISOString() ?? null),
  })
  const inOrder = wanted.flatMap(({ kind }) => added.filter((row) => row.kind === kind))
  const [carrier, ...others] = [...new Set(inOrder)]
  if (carrier === undefined) return
  const ids = others.filter(({ isCarried }) => !isCarried).map(({ id }) => id)
  if (ids.length > 0) await carry(tx, { carrier: carrier.id, ids })
  await jobs.send(tx, 'send-message', [{ outboxEntryId: carrier.id }], highPriority)
}

/** Maximum number of jobs to insert in one statement, which would otherwise become too large. */
const jobsAtOnce = 2000

/**
 * Plans mails to many people. `wanted` is SQL that selects kind, email and event, sorted by email. The mail
 * of a person's first entry contains the others. Existing outbox entries stay unchanged. Returns the number
 * of mails.
 */
export async function addOutboxEntriesOf(
  tx: Transaction,
  jobs: JobSender,
  wanted: SQL,
): Promise<number> {
  const added = await tx.execute<{ id: number; email: string }>(sql`
    insert into outbox_entries (kind, email, event_id) ${wanted}
    on conflict do nothing returning id, email`)
  const carriers = new Map<string, number>()
  const carried: { id: number; carrierId: number }[] = []
  for (const { id, email } of added.rows) {
    const carrierId = carriers.get(email)
    if (carrierId === undefined) carriers.set(email, id)
    else carried.push({ id, carrierId })
  }
  if (carried.length > 0) {
    await tx.execute(sql`update outbox_entries d set carried_by = pair.carrier
      from unnest(${sql.param(carried.map(({ id }) => id))}::integer[],
        ${sql.param(carried.map(({ carrierId }) => carrierId))}::integer[]) as pair (id, carrier)
      where d.id = pair.id`)
  }
  const payloads = [...carriers.values()].map((outboxEntryId) => ({ outboxEntryId }))
  for (let from = 0; from < payloads.length; from += jobsAtOnce) {
    await jobs.send(tx, 'send-message', payloads.slice(from, from + jobsAtOnce))
  }
  return payloads.length
}

/** Matches the dedupe key of a mail that an administrator sent again. */
const resendKey = /^(.*?) ?again (\S+)$/

/** Returns the dedupe key for sending a mail again; the key contains that of the original mail. */
export function makeResendKey(dedupeKey: string, now: Date): string {
  return `${readResendKey(dedupeKey)?.first ?? dedupeKey} again ${now.toISOString()}`.trim()
}

/**
 * Returns the dedupe key of the original mail, if the given key is that of a mail sent again; else
 * undefined.
 */
export function readResendKey(dedupeKey: string): { first: string } | undefined {
  const [, first] = resendKey.exec(dedupeKey) ?? []
  return first === undefined ? undefined : { first }
}
