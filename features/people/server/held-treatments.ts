import { sql, type SQL } from 'drizzle-orm'
import type { PersonFacts } from '#features/people/contract.ts'
import type { DomainEventCause } from '#kernel/domain-events.ts'
import type { Transaction } from '#platform/db/open.ts'
import type { Steps } from './dry-run.ts'
import type { LockedPerson } from './lock-person.ts'

/** The possible treatments of a person's rows. The list in held-of-person.ts assigns them to tables. */

type Person = Pick<LockedPerson, 'key' | 'email' | 'userId'>

export type EmailMove = {
  tx: Transaction
  steps: Steps
  table: string
  from: LockedPerson
  /** The same person with the new address, or the person they are merged into. */
  to: Person
  /** Ids of registrations that have, or attempted, a Zoom registration for a webinar in the future. */
  coming: number[]
}

export type UserMerge = {
  tx: Transaction
  steps: Steps
  table: string
  /** Ids of the two `users` rows. */
  from: number
  to: number
  cause: DomainEventCause
}

export type Erasing = {
  tx: Transaction
  table: string
  person: LockedPerson
  /** SQL condition for the person's rows `t`. */
  rows: SQL
  /** Replaces the person where statistics must distinguish visitors. */
  mark: string
}

type Held = {
  /** Columns that may contain an address, a name, or text by or about a person. */
  personalColumns?: string
  /** Columns whose type allows such data, but which contain kinds, states, digests or our own ids. */
  otherColumns?: string
  /** SQL condition for a person's rows `t`; by default, rows with one of their addresses. */
  rows?: (person: LockedPerson) => SQL
  /** The field of the person's page, and of their own page, that shows the rows. */
  page: keyof PersonFacts | 'at its head' | 'not shown'
  /**
   * The section of the person's export, followed by a colon and a description for the person; or
   * the section that includes the rows.
   */
  export: `${string}: ${string}` | 'in registrations' | 'in key' | 'left out'
  /** Selected columns of `t` and joined tables; by default the whole row. */
  select?: string
  join?: string
  /** Sort order; by default `id`. An empty string leaves the order to the database. */
  order?: string
  erase: ((erasing: Erasing) => Promise<void>) | 'with users' | 'with people' | 'stays'
  /** Statistics that still count the rows of an erased person. Only for these are rows kept. */
  figures?: string
}

/** Handles a corrected email, and a merge into the owner of another email. */
type OfEmail = (move: EmailMove) => Promise<void>

/**
 * Handles a merge of two people who both registered. Remaining rows are deleted with the merged
 * person's `users` row.
 */
type OfUser = ((merge: UserMerge) => Promise<void>) | 'with users'

/** A table with rows of people, found by email, by person key, by registration, or by several of these. */
export type HeldTable = Held &
  ({ email: OfEmail; merge?: OfUser } | { merge: OfUser; email?: OfEmail })

const listOf = (texts: string[]) => sql`any(${sql.param(texts)}::text[])`
const registrationsOf = ({ userId }: LockedPerson) =>
  sql`(select id from event_registrations where user_id = ${userId ?? 0})`

/** SQL conditions for a person's rows `t`. */
export const ownedBy = {
  email: ({ addresses }: LockedPerson) => sql`t.email = ${listOf(addresses)}`,
  personKey: ({ key }: LockedPerson) => sql`t.person_key = ${key}`,
  /** Includes the keys of people who were merged into the person. */
  anyKey: ({ keys }: LockedPerson) => sql`t.person_key = ${listOf(keys)}`,
  user: ({ userId }: LockedPerson) => sql`t.user_id = ${userId ?? 0}`,
  registration: (person: LockedPerson) => sql`t.registration_id in ${registrationsOf(person)}`,
  /** Rows that reference one of the person's outbox entries. */
  outboxEntry: ({ addresses }: LockedPerson) =>
    sql`t.outbox_entry_id in (select id from outbox_entries where email = ${listOf(addresses)})`,
  /** An import's record of one of the person's rows. */
  note: (person: LockedPerson) => sql`((t.table_name = 'users' and t.row_id = ${person.userId ?? 0})
    or (t.table_name = 'event_registrations' and t.row_id in ${registrationsOf(person)})
    or (t.table_name = 'video_access'
      and t.row_id in (select id from video_access where email = ${listOf(person.addresses)})))`,
}

/** Returns the SQL condition for a person's rows `t` of a table. */
export const rowsOf = ({ rows = ownedBy.email }: HeldTable, person: LockedPerson): SQL =>
  rows(person)

const nameOf = (table: string) => sql.identifier(table)

/** Splits the column names of the list at spaces. */
export const columnsOf = (names: string): string[] => names.split(' ').filter(Boolean)

function isSame(columns: string): SQL {
  const conditions = columnsOf(columns).map((column) =>
    sql.raw(`o.${column} is not distinct from t.${column}`),
  )
  return sql.join(conditions, sql` and `)
}

/**
 * Changes the rows' email. If the other person has a row with the same values in the columns
 * `once`, deletes the first person's row.
 */
export const moveRows =
  (words?: string, once?: string, joined = '') =>
  async ({ tx, steps, table, from, to }: EmailMove) => {
    if (once)
      await steps.count(
        joined,
        sql`delete from ${nameOf(table)} t where t.email = ${from.email} and exists (
          select from ${nameOf(table)} o where o.email = ${to.email} and ${isSame(once)})`,
      )
    const statement = sql`update ${nameOf(table)} set email = ${to.email} where email = ${from.email}`
    if (words) await steps.count(words, statement)
    else await tx.execute(statement)
  }

/** Rows follow the person's key, which changes in a merge only. */
export async function moveToKey({ tx, table, from, to }: EmailMove) {
  if (from.key === to.key) return
  await tx.execute(
    sql`update ${nameOf(table)} set person_key = ${to.key} where person_key = ${from.key}`,
  )
}

/** Moves the rows that the target does not have yet. */
export const moveMissingRows =
  (words: string, once: string) =>
  async ({ steps, table, from, to }: UserMerge) => {
    await steps.count(
      words,
      sql`update ${nameOf(table)} t set user_id = ${to} where t.user_id = ${from} and not exists (
        select from ${nameOf(table)} o where o.user_id = ${to} and ${isSame(once)})`,
    )
  }

export async function deleteRows({ tx, table, rows }: Erasing) {
  await tx.execute(sql`delete from ${nameOf(table)} t where ${rows}`)
}

/**
 * Keeps the rows without the person: applies these changes, in which `:mark` is the anonymous id
 * for statistics.
 */
export const anonymizeRows =
  (changes: string) =>
  async ({ tx, table, rows, mark }: Erasing) => {
    const set = sql.join(
      changes.split(':mark').map((part) => sql.raw(part)),
      sql`${mark}`,
    )
    await tx.execute(sql`update ${nameOf(table)} t set ${set} where ${rows}`)
  }

/** Rows without personal text that only the person's key links to the person. */
export const keyOnlyTable = {
  rows: ownedBy.anyKey,
  page: 'not shown',
  export: 'left out',
  order: '',
  email: moveToKey,
  erase: deleteRows,
} as const
