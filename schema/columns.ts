import { sql, type SQL } from 'drizzle-orm'
import {
  check,
  customType,
  integer,
  jsonb,
  text,
  timestamp,
  type PgColumn,
} from 'drizzle-orm/pg-core'
import type { FirstTouch } from '#kernel/first-touch.ts'
import { unscheduled } from '#kernel/publishing.ts'

/** Column types that several tables use. Drizzle converts field names to snake_case for column names. */

export const id = () => integer().primaryKey().generatedAlwaysAsIdentity()
export const instant = () => timestamp({ withTimezone: true, mode: 'date' })
export const createdAt = () => instant().notNull().defaultNow()
export const updatedAt = () => instant().notNull().defaultNow()
export const words = () => text().notNull().default('')
/** How the visitor found the site; null if unknown. A person's later visits do not change the value. */
export const firstTouch = () => jsonb().$type<FirstTouch>()
/**
 * SQL: a column of two rows of a person of which one remains: the value of the row that was created first, unless only
 * the other row has a value. `one` and `other` are aliases, `created` the column with the time of creation.
 */
export const earlierKnown = (
  column: string,
  one: string,
  other: string,
  created = 'created_at',
): SQL =>
  sql.raw(`case when ${other}.${created} < ${one}.${created}
    then coalesce(${other}.${column}, ${one}.${column})
    else coalesce(${one}.${column}, ${other}.${column}) end`)
/** When an event is published, or 'draft' for never; PostgreSQL stores a draft as infinity, which sorts last. */
export const publishMoment = customType<{ data: Date | typeof unscheduled; driverData: string }>({
  dataType: () => 'timestamp with time zone',
  fromDriver: (kept) => (kept === 'infinity' ? unscheduled : new Date(kept)),
  toDriver: (moment) => (moment === unscheduled ? 'infinity' : moment.toISOString()),
})
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Returns a check constraint that allows only these values in a text column. */
export function oneOf(name: string, column: PgColumn, values: readonly string[]) {
  return check(name, sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`)
}
