import { sql } from 'drizzle-orm'
import { check, customType, integer, text, timestamp, type PgColumn } from 'drizzle-orm/pg-core'
import { unscheduled } from '#kernel/publishing.ts'

/** Column types of several tables. Column names are the fields in snake_case. */

export const id = () => integer().primaryKey().generatedAlwaysAsIdentity()
export const instant = () => timestamp({ withTimezone: true, mode: 'date' })
export const createdAt = () => instant().notNull().defaultNow()
export const updatedAt = () => instant().notNull().defaultNow()
export const words = () => text().notNull().default('')
/** An instant, or 'draft', which PostgreSQL stores as infinity and so sorts last. */
export const publishMoment = customType<{ data: Date | typeof unscheduled; driverData: string }>({
  dataType: () => 'timestamp with time zone',
  fromDriver: (kept) => (kept === 'infinity' ? unscheduled : new Date(kept)),
  toDriver: (moment) => (moment === unscheduled ? 'infinity' : moment.toISOString()),
})
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Limits a column to the values of its type. */
export function oneOf(name: string, column: PgColumn, values: readonly string[]) {
  return check(name, sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`)
}
