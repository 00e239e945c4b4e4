import { and, eq, isNotNull, sql, desc, type SQL } from 'drizzle-orm'
import type { WatchProgress, WatchProgressForm } from '#features/library/contract.ts'
import { isInLibrary } from '#features/transcripts/server/recordings.ts'
import type { TimeContext } from '#kernel/event-time.ts'
import type { Db } from '#platform/db/open.ts'
import { prepared, preparedSql, type Slots } from '#platform/db/prepared.ts'
import { instantText } from '#platform/db/sql-parts.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import type { Session } from '#platform/http/call.ts'
import { events } from '#schema/events.ts'
import {
  mergedProgress,
  sessionWatchProgress,
  watchedShare,
  watchProgress,
} from '#schema/library.ts'

type Asked = {
  sessionId: number
  email: string
  videoId: number
  watched: string
  position: number
  duration: number
  now: string
}

/**
 * Returns a statement that stores watch progress in `table`. Merges the watched ranges, and overwrites position,
 * duration and time. Locks the session's row, so that a simultaneous login or logout sees the stored progress. Writes
 * nothing if the session has ended.
 */
function addWatched(
  table: 'watch_progress' | 'session_watch_progress',
  owner: 'email' | 'session_id',
) {
  return preparedSql<Asked, WatchProgress>(`add_to_${table}`, (of) => {
    const rows = sql.identifier(table)
    const isOfSession = owner === 'session_id'
    const columns = sql.raw(
      `${isOfSession ? 'session_id, ' : ''}email, event_id, watched, position`,
    )
    return sql`
      with held as (select id from sessions where id = ${of.sessionId}::int for key share),
      recording as (select id from events where id = ${of.videoId}::int for key share)
      insert into ${rows} as kept (${columns}, duration, updated_at)
      select ${isOfSession ? sql`held.id, ` : sql``}${of.email}, recording.id,
        ${of.watched}::int4multirange, ${of.position}::float8, ${of.duration}::float8,
        ${of.now}::timestamptz
      from held, recording
      on conflict (${sql.identifier(owner)}, event_id) do update set ${mergedProgress}
      returning event_id as "videoId", position, duration,
        watched_share as "watchedShare",
        ${instantText(sql`kept.updated_at`)} as "updatedAt"`
  })
}

const addOwn = addWatched('watch_progress', 'email')
const addOfSession = addWatched('session_watch_progress', 'session_id')

const readRecording = prepared('read_recording', (db, of: Slots<{ videoId: number }>) =>
  db
    .select()
    .from(events)
    .where(and(eq(events.id, of.videoId), isNotNull(events.recordingReadyAt))),
)

/**
 * Saves what a member watched: in the person's rows if the session is verified, otherwise in rows of the
 * session, because anyone can enter an email. Returns the progress that the session may read. The watched
 * ranges are merged as a union, so repeated calls and any order give the same result. Throws 404 for an
 * event outside the library, 401 for an ended session.
 */
export async function saveWatchProgress(
  db: Db,
  form: WatchProgressForm,
  { id: sessionId, email, verifiedAt }: Pick<Session, 'id' | 'verifiedAt'> & { email: string },
  time: TimeContext,
): Promise<WatchProgress> {
  const { videoId, position, duration } = form
  await requireRecording(db, videoId, time)
  const add = verifiedAt === null ? addOfSession : addOwn
  const watched = toMultirange(form.ranges)
  const now = time.now.toISOString()
  const row = { sessionId, email, videoId, watched, position, duration, now }
  const [written] = await add(db, row)
  if (written) return written
  await requireRecording(db, videoId, time)
  throw new Refusal('not_signed_in', {
    message: 'Please log in to the library with your email first',
  })
}

/**
 * Converts the ranges `[[0, 3]]` to PostgreSQL's multirange `{[0,3)}`. The caller has validated that the
 * numbers are integers.
 */
function toMultirange(ranges: WatchProgressForm['ranges']) {
  return `{${ranges.map(([from, to]) => `[${from},${to})`).join(',')}}`
}

async function requireRecording(db: Db, videoId: number, time: TimeContext) {
  const [event] = await readRecording(db, { videoId })
  if (!event || !isInLibrary(event, time)) {
    throw new Refusal('no_such_recording')
  }
}

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
 * Returns the watch progress that a session may read, latest first. A verified session reads all progress
 * of its email, an unverified session only its own.
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

type Table = typeof watchProgress | typeof sessionWatchProgress

function progressColumns(table: Table) {
  return {
    videoId: table.eventId,
    position: table.position,
    duration: table.duration,
    watchedShare: table.watchedShare,
    updatedAt: table.updatedAt,
  }
}

/**
 * Returns SQL for the share of each recording that each email watched in all its sessions: `email`, `event_id` and
 * `share`. `isMeant`: condition on `email` and `event_id` that limits the rows read.
 */
export function sharesByEmail(isMeant = sql`true`): SQL {
  const columns = sql`email, event_id, watched, duration, watched_share, updated_at`
  const ofSessions = sql`(select email, event_id from session_watch_progress where ${isMeant})`
  const latest = sql`(array_agg(duration order by updated_at desc))[1]`
  return sql`(
    select email, event_id, watched_share as share from watch_progress
      where ${isMeant} and (email, event_id) not in ${ofSessions}
    union all
    select email, event_id, case count(*) when 1 then min(watched_share)
        else ${watchedShare(sql`range_agg(watched)`, latest)} end
      from (
        select ${columns} from session_watch_progress where ${isMeant}
        union all select ${columns} from watch_progress
          where ${isMeant} and (email, event_id) in ${ofSessions}) parts
      group by email, event_id)`
}
