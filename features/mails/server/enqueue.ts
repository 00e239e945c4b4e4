import { sql, type SQL } from 'drizzle-orm'
import type { MailKind } from '#kernel/mail-kinds.ts'
import type { Transaction } from '#platform/db/open.ts'
import { preparedSql } from '#platform/db/prepared.ts'
import { highPriority, type JobSender } from '#platform/jobs/jobs.ts'
import type { outboxEntries } from '#schema/mails.ts'

type Columns = typeof outboxEntries.$inferInsert
export type NewOutboxEntry = Pick<Columns, 'kind' | 'email'> &
  Partial<
    Pick<
      Columns,
      | 'eventId'
      | 'dedupeKey'
      | 'resendOf'
      | 'codeId'
      | 'codeCreatedAt'
      | 'topics'
      | 'linkAllowance'
      // Time at which the outbox entry was created; default: the database's clock.
      | 'createdAt'
    >
  >

/**
 * Inserts the notifications that one mail contains, in one statement. The row of the first notification represents the
 * mail, the other rows refer to it. If the first notification is in the outbox already, `isCarried` is false for the
 * others, and the caller must choose another row to represent the mail.
 */
const addRows = preparedSql<{ wanted: string }, { id: number; kind: MailKind; isCarried: boolean }>(
  'add_outbox_entries',
  ({ wanted }) => {
    const again = sql`on conflict (kind, email, event_id, dedupe_key) do update
    set state = 'waiting', carried_by = excluded.carried_by, last_error = null
    where outbox_entries.state = 'skipped'
    returning id, kind, carried_by is not null as "isCarried"`
    const given = sql`kind, email, event_id, dedupe_key, resend_of, code_id, code_created_at, topics,
    link_allowance`
    const columns = sql`${given}, created_at`
    return sql`
    with wanted as (select ${given}, coalesce(created_at, now()) as created_at, ordinality as place
      from jsonb_populate_recordset(null::outbox_entries, ${wanted}::jsonb) with ordinality),
    carrier as (insert into outbox_entries (${columns}, carried_by)
      select ${columns}, null from wanted where place = 1 ${again}),
    carried as (insert into outbox_entries (${columns}, carried_by)
      select ${columns}, (select id from carrier) from wanted where place > 1 order by place ${again})
    select * from carrier union all select * from carried`
  },
)

function columnsOf({ kind, email, topics, ...wanted }: NewOutboxEntry) {
  return {
    kind,
    email,
    topics,
    event_id: wanted.eventId,
    dedupe_key: wanted.dedupeKey ?? '',
    resend_of: wanted.resendOf,
    code_id: wanted.codeId,
    code_created_at: wanted.codeCreatedAt,
    link_allowance: wanted.linkAllowance,
    created_at: wanted.createdAt,
  }
}

const carry = preparedSql<{ carrier: number; ids: number[] }, never>(
  'carry_outbox_entries',
  (of) => sql`update outbox_entries set carried_by = ${of.carrier}
    where id = any(${of.ids}::int[])`,
)

/**
 * Adds one mail to the outbox that contains all notifications about a person's action, such as a registration. Runs in
 * the action's transaction. Leaves out notifications that are in the outbox already, unless they were skipped. If none
 * is left, adds no mail.
 */
export async function addOutboxEntries(
  tx: Transaction,
  jobs: JobSender,
  wanted: NewOutboxEntry[],
): Promise<void> {
  if (wanted.length === 0) return
  const added = await addRows(tx, { wanted: JSON.stringify(wanted.map(columnsOf)) })
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
 * Adds mails to many people to the outbox. `wanted` is an SQL query that returns kind, email, event and dedupe key of each
 * notification, sorted by email; one mail contains all notifications of an email. Leaves out notifications that are in
 * the outbox already. Returns the number of mails.
 */
export async function addOutboxEntriesOf(
  tx: Transaction,
  jobs: JobSender,
  wanted: SQL,
): Promise<number> {
  const added = await tx.execute<{ id: number; email: string }>(sql`
    insert into outbox_entries (kind, email, event_id, dedupe_key) ${wanted}
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

/** Returns the columns of a new outbox entry that sends the mail of the entry `sent` again. */
export function repeat(
  { dedupeKey, resendOf }: { dedupeKey: string; resendOf?: string | null },
  now: Date,
): { dedupeKey: string; resendOf: string } {
  const first = resendOf ?? dedupeKey
  return { dedupeKey: `${first} again ${now.toISOString()}`.trim(), resendOf: first }
}

/**
 * Adds outbox entries in the state `skipped`, without a job that sends them. A periodic sweep sends them once their
 * mail is due; until then an organiser can delay or stop them. `wanted` is SQL that selects kind, email and event.
 */
export async function addSkippedEntries(tx: Transaction, wanted: SQL, reason: string) {
  await tx.execute(sql`
    insert into outbox_entries (kind, email, event_id, state, last_error)
    select wanted.*, 'skipped', ${reason}::text from (${wanted}) wanted
    on conflict do nothing`)
}
