import { sql, type SQL } from 'drizzle-orm'
import type { DomainEventCause, DomainEventType } from '#kernel/domain-events.ts'
import type { Topic } from '#kernel/values.ts'
import { storable, type Deed } from '#platform/audit/write-audit-entry.ts'
import { clientOf } from '#platform/db/prepared.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { noteRecorded } from './after-commit.ts'
import { rowConsumers, typesFor, type RowConsumer } from './consumers.ts'

export type NewDomainEvent = {
  type: DomainEventType
  eventId?: number
  registrationId?: number
  /** The id of the import that the event is about. */
  importId?: string
  /** The key of the person whom the event is about: `people.key`. */
  personKey?: string
  topic?: Topic
  /** The planned instant of a time-based event. The same type, subject and moment is recorded once. */
  moment?: Date
  /** When the event happened. Default: the transaction's `now`. */
  occurredAt?: Date
  /** Additional data for consumers and readers; no personal data. */
  facts?: Record<string, unknown>
}

/** NOTIFY channel on which listening nodes drop their cached responses. */
const pagesChannel = 'greenroom_events_changed'

type Recorded = { id: number; type: DomainEventType; eventId: number | null }

/**
 * Records domain events in the transaction that causes them, with one statement, and runs the row
 * consumers of consumers.ts. Skips moments that are already recorded. Returns the new rows. With `deed`, the types that
 * the audit log consumes get their entry; omit it for changes that another entry covers.
 */
export async function recordEvents(
  tx: Transaction,
  happened: NewDomainEvent[],
  cause: DomainEventCause,
  deed?: Deed,
): Promise<Recorded[]> {
  if (happened.length === 0) return []
  const { rows } = await tx.execute<Recorded>(sql`
    with ${recording(rowsOf(happened, cause), deed)}
    select id, type, event_id as "eventId",
      case when type in (${listed(typesFor('pages'))}) then pg_notify(${pagesChannel}, '')::text end
    from recorded order by id`)
  noteRecorded(clientOf(tx), rows)
  return rows
}

/**
 * Records moments that passed unobserved, before an upgrade or while no node ran. Runs no
 * consumers, so past moments are not announced.
 */
export async function recordPastMoments(tx: Transaction, happened: NewDomainEvent[]) {
  if (happened.length === 0) return
  await tx.execute(insertion(rowsOf(happened, 'clock')))
}

/** Records the rows that `happened` selects, as recordingOf describes; `deed` as for recordEvents. */
export async function recordSelected(tx: Transaction, happened: SQL, deed?: Deed): Promise<void> {
  await tx.execute(sql`with ${recordingOf(happened, deed)} select 1`)
}

/**
 * The parts of a WITH clause that record the rows of `happened` and run the row consumers, for statements that make
 * the rows themselves. `happened` selects the columns type, cause, event_id, registration_id, person_key and topic; its
 * types have no after-commit consumers, which learn only of recordEvents.
 */
export function recordingOf(happened: SQL, deed?: Deed): SQL {
  const rows = sql`select occurred.type, now() as occurred_at, null::timestamptz as moment, occurred.cause,
    occurred.event_id, occurred.registration_id, null::text as import_id, occurred.person_key, occurred.topic,
    null::jsonb as facts
    from (${happened}) occurred`
  return recording(rows, deed)
}

/** Maximum rows that one sweep deletes, oldest first. */
const portion = 1000

/** Deletes domain events older than `months`; other tables keep what they describe. */
export async function sweepDomainEvents(db: Db, months: number, now: Date): Promise<void> {
  await db.execute(sql`delete from domain_events
    where id = any(array(select id from domain_events order by id limit ${portion}))
      and occurred_at < ${now.toISOString()}::timestamptz - make_interval(months => ${months}::int)`)
}

function recording(happened: SQL, deed: Deed | undefined): SQL {
  const part = (name: RowConsumer, consumer: (recorded: SQL) => SQL) => {
    const types = listed(typesFor(name))
    return sql`, ${sql.raw(`for_${name}`)} as (select * from recorded where type in (${types})),
      ${sql.raw(`by_${name}`)} as (${consumer(sql.raw(`for_${name}`))})`
  }
  const parts = [part('webhooks', rowConsumers.webhooks)]
  if (deed) parts.push(part('audit', (recorded) => rowConsumers.audit(recorded, deed)))
  return sql`recorded as (${insertion(happened)} returning *)${sql.join(parts)}`
}

function listed(types: DomainEventType[]): SQL {
  return sql.raw(types.map((type) => `'${type}'`).join(', '))
}

function insertion(happened: SQL): SQL {
  return sql`insert into domain_events
      (type, occurred_at, moment, cause, event_id, registration_id, import_id, person_key, topic, facts)
    select type, occurred_at, moment, cause, event_id, registration_id, import_id, person_key, topic, facts
    from (${happened}) happened
    on conflict do nothing`
}

function rowsOf(happened: NewDomainEvent[], cause: DomainEventCause): SQL {
  const rows = happened.map(({ type, topic, facts, ...row }) => ({
    type,
    topic,
    facts: facts && storable(facts),
    event_id: row.eventId,
    registration_id: row.registrationId,
    import_id: row.importId,
    person_key: row.personKey,
    moment: row.moment,
    occurred_at: row.occurredAt,
  }))
  return sql`select h.type, coalesce(h.occurred_at, now()) as occurred_at, h.moment, ${cause}::text as cause,
      h.event_id, h.registration_id, h.import_id, h.person_key, h.topic, h.facts
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as h (type text, occurred_at timestamptz,
      moment timestamptz, event_id int, registration_id int, import_id text, person_key text, topic text,
      facts jsonb)`
}
