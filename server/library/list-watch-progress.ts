import { desc, eq } from 'drizzle-orm'
import type { WatchProgress } from '#shared/contract/library.ts'
import type { Session } from '#shared/session.ts'
import type { Db } from '#server/db/open.ts'
import { prepared, type Slots } from '#server/db/prepared.ts'
import { sessionWatchProgress, watchProgress } from '#server/db/tables/library.ts'
import { progressColumns } from './progress-columns.ts'

const listOwn = prepared('list_watched', (db, of: Slots<{ email: string }>) =>
  db
    .select(progressColumns(watchProgress))
    .from(watchProgress)
    .where(eq(watchProgress.email, of.email))
    .orderBy(desc(watchProgress.updatedAt)),
)

const listOfSession = prepared('list_session_watched', (db, of: Slots<{ sessionId: number }>) =>
  db
    .select(progressColumns(sessionWatchProgress))
    .from(sessionWatchProgress)
    .where(eq(sessionWatchProgress.sessionId, of.sessionId))
    .orderBy(desc(sessionWatchProgress.updatedAt)),
)

/**
 * What a session may see of how far recordings were watched, latest first: all that was watched with
 * its e-mail once it is verified, before that only what it wrote itself. Specification, "Watch progress".
 */
export async function listWatchProgress(
  db: Db,
  session: Pick<Session, 'id' | 'email' | 'verifiedAt'>,
): Promise<{ isVerified: boolean; progress: WatchProgress[] }> {
  const { email, verifiedAt } = session
  const rows =
    email !== null && verifiedAt !== null
      ? await listOwn(db, { email })
      : await listOfSession(db, { sessionId: session.id })
  return { isVerified: verifiedAt !== null, progress: rows.map(presentProgress) }
}

function presentProgress(row: Omit<WatchProgress, 'updatedAt'> & { updatedAt: Date }) {
  return { ...row, updatedAt: row.updatedAt.toISOString() }
}
