import type { events } from '#server/db/tables/events.ts'

/** An event as it is stored. */
export type EventRow = typeof events.$inferSelect
