import { and, eq, sql } from 'drizzle-orm'
import type { WatchProgress, WatchProgressForm } from '#shared/contract/library.ts'
import type { Session } from '#shared/session.ts'
import type { TimeContext } from '#shared/time-context.ts'
import { instantText } from '#server/db/instant-text.ts'
import type { Db } from '#server/db/open.ts'
import { prepared, preparedSql, type Slots } from '#server/db/prepared.ts'
import { events } from '#server/db/tables/events.ts'
import { Refusal } from '#server/refusal.ts'
import { hasReadyRecording, isInLibrary } from '#server/transcripts/library-recording.ts'
import { watchedShare } from './progress-columns.ts'

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
 * What was watched grows, the rest is the latest. The session is held as the row is written: a logout or
 * a new login waits, and takes the row along; where it ended meanwhile, nothing is written.
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
      insert into ${rows} as known (${columns}, duration, updated_at)
      select ${isOfSession ? sql`held.id, ` : sql``}${of.email}, recording.id,
        ${of.watched}::int4multirange, ${of.position}::float8, ${of.duration}::float8,
        ${of.now}::timestamptz
      from held, recording
      on conflict (${sql.identifier(owner)}, event_id) do update
        set watched = known.watched + excluded.watched, position = excluded.position,
          duration = excluded.duration, updated_at = excluded.updated_at
      returning event_id as "videoId", position, duration,
        ${watchedShare({ watched: sql`known.watched`, duration: sql`known.duration` })} as "watchedShare",
        ${instantText(sql`known.updated_at`)} as "updatedAt"`
  })
}

const addOwn = addWatched('watch_progress', 'email')
const addOfSession = addWatched('session_watch_progress', 'session_id')

const readRecording = prepared('read_recording', (db, of: Slots<{ videoId: number }>) =>
  db
    .select()
    .from(events)
    .where(and(eq(events.id, of.videoId), hasReadyRecording())),
)

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
    message: 'Please enter the library with your email first',
  })
}

/** `[[0, 3]]` becomes `{[0,3)}`. The numbers are checked whole numbers. */
function toMultirange(ranges: WatchProgressForm['ranges']) {
  return `{${ranges.map(([from, to]) => `[${from},${to})`).join(',')}}`
}

async function requireRecording(db: Db, videoId: number, time: TimeContext) {
  const [event] = await readRecording(db, { videoId })
  if (!event || !isInLibrary(event, time)) {
    throw new Refusal('no_such_recording')
  }
}
