import { eq } from 'drizzle-orm'
import type { Session } from '#shared/session.ts'
import type { Db } from '#server/db/open.ts'
import { sessions } from '#server/db/tables/sessions.ts'

/**
 * Ends a session: the row is gone, so a copied cookie is worth nothing. Specification, "People and
 * access".
 */
export async function closeSession(db: Db, session: Session | undefined): Promise<void> {
  if (session) await db.delete(sessions).where(eq(sessions.id, session.id))
}
