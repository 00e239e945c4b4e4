import { sql, type SQL } from 'drizzle-orm'
import type { PersonFacts } from '#features/people/contract.ts'
import type { Transaction } from '#platform/db/open.ts'
import type { Steps } from './dry-run.ts'
import type { LockedPerson } from './lock-person.ts'

/** What can become of a person's rows. Which rows get what, says the list of held-of-person.ts. */

type Person = Pick<LockedPerson, 'key' | 'email' | 'userId'>

export type EmailMove = {
  tx: Transaction
  steps: Steps
  table: string
  from: LockedPerson
  /** The same person with the new address, or the one whom they are merged into. */
  to: Person
  /** Registrations with a seat, or a try at one, in a webinar that is still to come. */
  coming: number[]
}

export type UserMerge = {
  tx: Transaction
  steps: Steps
  table: string
  /** Ids of the two `users` rows. */
  from: number
  to: number
}

export type Erasing = {
  tx: Transaction
  table: string
  person: LockedPerson
  /** Which rows `t` are theirs. */
  rows: SQL
  /** Stands for the person where figures need to tell one visitor from another. */
  mark: string
}

type Held = {
  /** Columns that may hold an address, a name, or words of somebody or about them. */
  theirs?: string
  /** Columns that could by their type, and hold kinds, states, digests or numbers of ours. */
  others?: string
  /** Which rows `t` are a person's: those with an address of theirs where nothing else is said. */
  rows?: (person: LockedPerson) => SQL
  /** The part of their page, and of what they see themselves, that tells of it. */
  page: keyof PersonFacts | 'at its head' | 'not shown'
  /** The part of their export and, after a colon, what it is in words for the person; or where else it stands. */
  export: `${string}: ${string}` | 'in registrations' | 'in key' | 'left out'
  /** Of a row `t`, and of what is joined to it; the whole row where nothing else is said. */
  select?: string
  join?: string
  /** By `id` where nothing else is said; an empty one leaves it to the database. */
  order?: string
  erase: ((erasing: Erasing) => Promise<void>) | 'with users' | 'with people' | 'stays'
  /** Numbers that count the rows of somebody erased as before: only for them do rows stay. */
  figures?: string
}

/** When the e-mail is corrected, or becomes that of whom they are merged into. */
type OfEmail = (move: EmailMove) => Promise<void>

/** When two who both registered become one. What is left then goes with the first one's `users` row. */
type OfUser = ((merge: UserMerge) => Promise<void>) | 'goes'

/** A table with rows of people, found by their e-mail or key, or by what they registered for, or both. */
export type HeldTable = Held &
  ({ email: OfEmail; merge?: OfUser } | { merge: OfUser; email?: OfEmail })

const listOf = (texts: string[]) => sql`any(${sql.param(texts)}::text[])`
const registrationsOf = ({ userId }: LockedPerson) =>
  sql`(select id from event_registrations where user_id = ${userId ?? 0})`

/** By what rows `t` are known to be a person's. */
export const by = {
  email: ({ addresses }: LockedPerson) => sql`t.email = ${listOf(addresses)}`,
  personKey: ({ key }: LockedPerson) => sql`t.person_key = ${key}`,
  /** Also by the key of somebody who was merged into them. */
  anyKey: ({ keys }: LockedPerson) => sql`t.person_key = ${listOf(keys)}`,
  user: ({ userId }: LockedPerson) => sql`t.user_id = ${userId ?? 0}`,
  registration: (person: LockedPerson) => sql`t.registration_id in ${registrationsOf(person)}`,
  /** What hangs on an outbox entry of theirs. */
  outboxEntry: ({ addresses }: LockedPerson) =>
    sql`t.delivery_id in (select id from message_deliveries where email = ${listOf(addresses)})`,
  /** A note of what an import wrote into a row that is theirs. */
  note: (person: LockedPerson) => sql`((t.table_name = 'users' and t.row_id = ${person.userId ?? 0})
    or (t.table_name = 'event_registrations' and t.row_id in ${registrationsOf(person)})
    or (t.table_name = 'video_access'
      and t.row_id in (select id from video_access where email = ${listOf(person.addresses)})))`,
}

/** Which rows `t` of a table are a person's. */
export const rowsOf = ({ rows = by.email }: HeldTable, person: LockedPerson): SQL => rows(person)

const nameOf = (table: string) => sql.identifier(table)

/** Names in a string, with spaces between, as the list gives columns. */
export const columnsOf = (names: string): string[] => names.split(' ').filter(Boolean)

function isSame(columns: string): SQL {
  const conditions = columnsOf(columns).map((column) =>
    sql.raw(`o.${column} is not distinct from t.${column}`),
  )
  return sql.join(conditions, sql` and `)
}

/** The rows get the other e-mail; where the other has one with the same in the columns `once`, the first one's goes. */
export const moves =
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

/** They hang on the key, and are the other's once there is another. */
export async function followsKey({ tx, table, from, to }: EmailMove) {
  if (from.key === to.key) return
  await tx.execute(
    sql`update ${nameOf(table)} set person_key = ${to.key} where person_key = ${from.key}`,
  )
}

/** Those that the other has not, too, become the other's. */
export const unites =
  (words: string, once: string) =>
  async ({ steps, table, from, to }: UserMerge) => {
    await steps.count(
      words,
      sql`update ${nameOf(table)} t set user_id = ${to} where t.user_id = ${from} and not exists (
        select from ${nameOf(table)} o where o.user_id = ${to} and ${isSame(once)})`,
    )
  }

/** The rows go. */
export async function goes({ tx, table, rows }: Erasing) {
  await tx.execute(sql`delete from ${nameOf(table)} t where ${rows}`)
}

/** The rows stay with these changes, as nobody's; `:mark` is who they were for figures. */
export const staysWith =
  (changes: string) =>
  async ({ tx, table, rows, mark }: Erasing) => {
    const set = sql.join(
      changes.split(':mark').map((part) => sql.raw(part)),
      sql`${mark}`,
    )
    await tx.execute(sql`update ${nameOf(table)} t set ${set} where ${rows}`)
  }

/** Rows without text of a person, which their key alone leads to. */
export const byKeyAlone = {
  rows: by.anyKey,
  page: 'not shown',
  export: 'left out',
  order: '',
  email: followsKey,
  erase: goes,
} as const
