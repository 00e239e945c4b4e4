import { sql, type SQL } from 'drizzle-orm'
import type { PersonFacts } from '#features/people/contract.ts'
import type { DomainEventCause } from '#kernel/domain-events.ts'
import type { Transaction } from '#platform/db/open.ts'
import { earlierKnown } from '#schema/columns.ts'
import type { Steps } from './dry-run.ts'
import type { LockedPerson } from './lock-person.ts'

/**
 * Functions that change, merge or erase a person's rows of a table. The list in held-of-person.ts assigns
 * them to tables.
 */

type Person = Pick<LockedPerson, 'key' | 'email' | 'userId'>

export type EmailMove = {
  tx: Transaction
  steps: Steps
  table: string
  from: LockedPerson
  /** The person who owns the rows after the email was corrected or the two people were merged. */
  to: Person
  /** Ids of the registrations for future webinars for which a Zoom registration was made or attempted. */
  coming: number[]
}

export type UserMerge = {
  tx: Transaction
  steps: Steps
  table: string
  /** Ids of the `users` rows of the merged person (`from`) and of the remaining person (`to`). */
  from: number
  to: number
  cause: DomainEventCause
}

export type Erasing = {
  tx: Transaction
  table: string
  person: LockedPerson
  /** SQL condition that selects the person's rows; the table's alias is `t`. */
  rows: SQL
  /** Random id that replaces the person's email in rows that statistics still need. */
  mark: string
}

type Held = {
  /**
   * Columns that may contain an email, a name, or text by or about a person, separated by spaces. A test finds unlisted
   * columns.
   */
  personalColumns?: string
  /** Names of the other text columns, which contain no personal data but kinds, states, digests or ids. */
  otherColumns?: string
  /**
   * Returns the SQL condition that selects a person's rows; the table's alias is `t`. By default, the
   * condition compares the column `email` with the person's addresses.
   */
  rows?: (person: LockedPerson) => SQL
  /** Field of `PersonFacts` that contains the rows, for the person's page in the admin area and for `/me`. */
  page: keyof PersonFacts | 'at its head' | 'not shown'
  /**
   * Where the table's rows appear in the export of a person's data: `section: description`, such as
   * `mails: each email sent to you`, or the name of a section that already includes them.
   */
  export: `${string}: ${string}` | 'in registrations' | 'in key' | 'left out'
  /**
   * SQL list of the columns to select from the table (alias `t`) and from joined tables; by default the
   * whole row.
   */
  select?: string
  join?: string
  /** SQL sort order of the rows; by default `id`. If empty, the database chooses the order. */
  order?: string
  erase:
    | ((erasing: Erasing) => Promise<void>)
    | 'with users'
    | 'with people'
    | 'with feedback_answers'
    | 'stays'
  /** If the rows remain when a person is erased, without the email: the statistics that need these rows. */
  figures?: string
}

/** Changes a table's rows when an email is corrected, or when its owner is merged into another person. */
type OfEmail = (move: EmailMove) => Promise<void>

/**
 * Changes a table's rows when two people are merged who both have a row in `users`. Rows that are not moved are deleted
 * with the `users` row of the merged person.
 */
type OfUser = ((merge: UserMerge) => Promise<void>) | 'with users' | 'with feedback_answers'

/**
 * How to export, merge and erase the rows of a table with data of people. A row refers to a person by email, person
 * key, registration or `users` row.
 */
export type HeldTable = Held &
  ({ email: OfEmail; merge?: OfUser } | { merge: OfUser; email?: OfEmail })

const listOf = (texts: string[]) => sql`any(${sql.param(texts)}::text[])`
const registrationsOf = ({ userId }: LockedPerson) =>
  sql`(select id from event_registrations where user_id = ${userId ?? 0})`

/** SQL conditions for the rows of a person in a table with the alias `t`, by the column that refers to the person. */
export const ownedBy = {
  email: ({ addresses }: LockedPerson) => sql`t.email = ${listOf(addresses)}`,
  personKey: ({ key }: LockedPerson) => sql`t.person_key = ${key}`,
  /** The person's key, or the key of someone who was merged into this person earlier. */
  anyKey: ({ keys }: LockedPerson) => sql`t.person_key = ${listOf(keys)}`,
  user: ({ userId }: LockedPerson) => sql`t.user_id = ${userId ?? 0}`,
  registration: (person: LockedPerson) => sql`t.registration_id in ${registrationsOf(person)}`,
  /** Selects rows that reference one of the person's outbox entries. */
  outboxEntry: ({ addresses }: LockedPerson) =>
    sql`t.outbox_entry_id in (select id from outbox_entries where email = ${listOf(addresses)})`,
  /** Selects the records that imports made about one of the person's rows. */
  note: (person: LockedPerson) => sql`((t.table_name = 'users' and t.row_id = ${person.userId ?? 0})
    or (t.table_name = 'event_registrations' and t.row_id in ${registrationsOf(person)})
    or (t.table_name = 'video_access'
      and t.row_id in (select id from video_access where email = ${listOf(person.addresses)})))`,
}

/** Returns the SQL condition that selects a person's rows of a table; the table's alias is `t`. */
export const rowsOf = ({ rows = ownedBy.email }: HeldTable, person: LockedPerson): SQL =>
  rows(person)

const nameOf = (table: string) => sql.identifier(table)

/** Returns the names in a list of columns that is separated by spaces. */
export const columnsOf = (names: string): string[] => names.split(' ').filter(Boolean)

function isSame(columns: string): SQL {
  const conditions = columnsOf(columns).map((column) =>
    sql.raw(`o.${column} is not distinct from t.${column}`),
  )
  return sql.join(conditions, sql` and `)
}

/**
 * Returns a function that changes the email in a table's rows when a person's email is corrected, or to the other
 * person's when two people are merged. If both have a row with the same values in the columns `once`, deletes the first
 * person's row.
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

/**
 * When two people are merged, changes the key of the first person's rows to that of the second. Does nothing if only an
 * email is corrected, because the key stays the same.
 */
export async function moveToKey({ tx, table, from, to }: EmailMove) {
  if (from.key === to.key) return
  await tx.execute(
    sql`update ${nameOf(table)} set person_key = ${to.key} where person_key = ${from.key}`,
  )
}

/**
 * Returns a function that moves a person's rows to the person they are merged into, except where that person has an
 * equal row already. Rows are equal if they have the same values in the columns `once`; the remaining one keeps the
 * earlier known value of the column `touch`.
 */
export const moveMissingRows =
  (words: string, once: string, touch?: 'first_touch') =>
  async ({ tx, steps, table, from, to }: UserMerge) => {
    if (touch) {
      const earlier = earlierKnown(touch, 't', 'o')
      await tx.execute(sql`update ${nameOf(table)} t set ${sql.identifier(touch)} = ${earlier}
        from ${nameOf(table)} o where t.user_id = ${to} and o.user_id = ${from} and ${isSame(once)}`)
    }
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
 * Returns a function that makes an erased person's rows anonymous and keeps them for statistics. `changes` are SQL
 * assignments, in which `:mark` stands for a random id.
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

/** How to treat tables that contain no personal text and refer to a person only by the person's key. */
export const keyOnlyTable = {
  rows: ownedBy.anyKey,
  page: 'not shown',
  export: 'left out',
  order: '',
  email: moveToKey,
  erase: deleteRows,
} as const
