import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'

/** The number alone, as webhooks name it: no webinar and meeting share one. */
export function numberOf(room: SQLWrapper): SQL {
  return sql`regexp_replace(${room}, '^meeting:|[\\s-]', '', 'g')`
}
