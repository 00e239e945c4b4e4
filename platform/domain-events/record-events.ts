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
  /** Id of the import of a list of people that this domain event records, such as its completion. */
  importId?: string
  /** The key of the person whom the domain event is about: `people.key`. */
  personKey?: string
  topic?: Topic
  /**
   * For domain events that occur at a planned time, such as "event started": that time. An event with the same type,
   * subject and moment is recorded only once, even if several nodes try.
   */
  moment?: Date
  /** When the domain event happened. Default: the start of the transaction. */
  occurredAt?: Date
  /**
   * Additional data about the domain event as JSON. Must not contain personal data, because erasing a person does not
   * change it.
   */
  facts?: Record<string, unknown>
}

/** PostgreSQL NOTIFY channel. Nodes that receive a notification on it clear their cached responses. */
const pagesChannel = 'greenroom_events_changed'

type Recorded = { id: number; type: DomainEventType; eventId: number | null }

/**
 * Inserts domain events in the transaction that causes them, and runs the row consumers of their types (consumers.ts).
 * Skips time-based events that are already recorded. Returns the inserted rows.
 * If `deed` names an administrator, also adds the domain events to the audit log. Omit `deed` if the caller adds an
 * audit log entry of its own.
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
 * Records time-based domain events whose time passed before an upgrade or while no node ran. Runs no consumers, so that
 * webhooks are not called long after the event.
 */
export async function recordPastMoments(tx: Transaction, happened: NewDomainEvent[]) {
  if (happened.length === 0) return
  await tx.execute(insertion(rowsOf(happened, 'clock')))
}

/** Like recordEvents, for domain events that an SQL query selects; `recordingOf` documents the query's columns. */
export async function recordSelected(tx: Transaction, happened: SQL, deed?: Deed): Promise<void> {
  await tx.execute(sql`with ${recordingOf(happened, deed)} select 1`)
}

/**
 * Returns CTEs that record domain events, for a statement that also changes the rows which the events are about.
 * `happened` is a query for the events with the columns type, cause, event_id, registration_id, person_key and topic.
 * The CTEs run row consumers only, so the events' types must have no after-commit consumers.
 */
export function recordingOf(happened: SQL, deed?: Deed): SQL {
  const rows = sql`select occurred.type, now() as occurred_at, null::timestamptz as moment, occurred.cause,
    occurred.event_id, occurred.registration_id, null::text as import_id, occurred.person_key, occurred.topic,
    null::jsonb as facts
    from (${happened}) occurred`
  return recording(rows, deed)
}

/** Maximum number of domain events that one sweep deletes, oldest first. */
const portion = 1000

/** Deletes domain events older than `months`. The people, events and registrations that they name are not deleted. */
export async function sweepDomainEvents(db: Db, months: number, now: Date): Promise<void> {
  await db.execute(sql`delete from domain_events
    where id = any(array(select id from domain_events order by id limit ${portion}))
      and occurred_at < ${now.toISOString()}::timestamptz - make_interval(months => ${months}::int)`)
}

function recording(happened: SQL, deed: Deed | undefined): SQL {
  const parts = Object.entries(rowConsumers).flatMap(([name, consumer]) => {
    const statement = consumer(sql.raw(`for_${name}`), deed)
    if (!statement) return []
    const types = listed(typesFor(name as RowConsumer))
    return sql`, ${sql.raw(`for_${name}`)} as (select * from recorded where type in (${types})),
      ${sql.raw(`by_${name}`)} as (${statement})`
  })
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
