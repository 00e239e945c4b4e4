import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { crewRoles } from '#kernel/values.ts'
import { createdAt, id, oneOf } from './columns.ts'
import { events } from './events.ts'

/**
 * Hosts, guests and producers of an event. Crew are people with an email, but neither registrants nor members.
 * Deleting a row invalidates the link that was mailed to that person.
 */
export const eventCrew = pgTable(
  'event_crew',
  {
    id: id(),
    eventId: integer()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    email: text().notNull(),
    role: text({ enum: crewRoles }).notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    check(
      'event_crew_email_check',
      sql`${table.email} <> '' and ${table.email} = lower(${table.email})`,
    ),
    oneOf('event_crew_role_check', table.role, crewRoles),
    unique('event_crew_once_unique').on(table.eventId, table.email),
    index('event_crew_email_index').on(table.email),
  ],
)
