import { and, eq, sql } from 'drizzle-orm'
import type { WatchProgress, WatchProgressForm } from '#shared/contract/library.ts'
import type { Db, Transaction } from '#server/db/open.ts'
import { events } from '#server/db/tables/events.ts'
import { sessionWatchProgress, watchProgress } from '#server/db/tables/library.ts'
import { sessions } from '#server/db/tables/sessions.ts'
import type { Moment } from '#server/events/moment.ts'
import { Refusal } from '#server/refusal.ts'
import type { Session } from '#server/session/find-session.ts'
import { hasReadyRecording, isInLibrary } from './library-recording.ts'
import { presentProgress } from './list-watch-progress.ts'
import { progressColumns } from './progress-columns.ts'

/**
 * Adds what a session watched: to the person's rows where it is verified, else to rows of its own, since
 * anybody can type an address. Answers what it may see of the recording now. Merging is a union, so
 * repeats and any order give the same. Throws 404 for an event outside the library, 401 for a session
 * that ended meanwhile.
 */
export async function saveWatchProgress(
  db: Db,
  form: WatchProgressForm,
  { id: sessionId, email, verifiedAt }: Pick<Session, 'id' | 'verifiedAt'> & { email: string },
  moment: Moment,
): Promise<WatchProgress> {
  return db.transaction(async (tx) => {
    await requireRecording(tx, form.videoId, moment)
    await requireLiveSession(tx, sessionId)
    const row = {
      eventId: form.videoId,
      watched: toMultirange(form.ranges),
      position: form.position,
      duration: form.duration,
      updatedAt: moment.now,
    }
    const merged = (table: typeof watchProgress | typeof sessionWatchProgress) => ({
      ...row,
      eventId: undefined,
      watched: sql`${table.watched} + excluded.watched`,
    })
    const [written] =
      verifiedAt === null
        ? await tx
            .insert(sessionWatchProgress)
            .values({ sessionId, email, ...row })
            .onConflictDoUpdate({
              target: [sessionWatchProgress.sessionId, sessionWatchProgress.eventId],
              set: merged(sessionWatchProgress),
            })
            .returning(progressColumns(sessionWatchProgress))
        : await tx
            .insert(watchProgress)
            .values({ email, ...row })
            .onConflictDoUpdate({
              target: [watchProgress.email, watchProgress.eventId],
              set: merged(watchProgress),
            })
            .returning(progressColumns(watchProgress))
    return presentProgress(written!)
  })
}

/** `[[0, 3]]` becomes `{[0,3)}`. The numbers are checked whole numbers. */
function toMultirange(ranges: WatchProgressForm['ranges']) {
  return `{${ranges.map(([from, to]) => `[${from},${to})`).join(',')}}`
}

async function requireRecording(tx: Transaction, videoId: number, moment: Moment) {
  const [event] = await tx
    .select()
    .from(events)
    .where(and(eq(events.id, videoId), hasReadyRecording()))
    .for('key share')
  if (!event || !isInLibrary(event, moment)) {
    throw new Refusal('no_such_recording')
  }
}

/** Locked first and kept: a logout or a new login waits, and takes these rows along. */
async function requireLiveSession(tx: Transaction, sessionId: number) {
  const [session] = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.id, sessionId))
    .for('key share')
  if (!session)
    throw new Refusal('not_signed_in', {
      message: 'Please enter the library with your email first',
    })
}
