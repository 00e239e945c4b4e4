import { sql } from 'drizzle-orm'
import { check, customType, integer, text, timestamp, type PgColumn } from 'drizzle-orm/pg-core'

/** What columns of several tables are made of. Their names are the fields' in snake_case. */

export const id = () => integer().primaryKey().generatedAlwaysAsIdentity()
export const instant = () => timestamp({ withTimezone: true, mode: 'date' })
export const createdAt = () => instant().notNull().defaultNow()
export const updatedAt = () => instant().notNull().defaultNow()
export const words = () => text().notNull().default('')
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Keeps a column to the values that its type names. */
export function oneOf(name: string, column: PgColumn, values: readonly string[]) {
  return check(name, sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`)
}
