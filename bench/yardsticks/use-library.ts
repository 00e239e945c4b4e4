import { createHash, randomBytes } from 'node:crypto'
import type { PoolClient } from 'pg'
import { visitor } from '#bench/stage/people.ts'

/** The bare statements of members' calls. Each caller has one session. */
export type Member = { email: string; sessionId: number; tokenHash: string }

const hash = (token: string) => createHash('sha256').update(token).digest('hex')
const sessionSql =
  'select id, email, verified_at, last_used_at, exists (select 1 from users u where u.email = s.email) ' +
  'is_known from sessions s where token_hash = $1 and last_used_at > $2'
/** Sessions per address are limited, so each new one looks for the oldest. */
const surplusSql =
  'delete from sessions where id in (select id from sessions where id in (select id from sessions ' +
  'where email = $1 and verified_at is null and administrator_id is null ' +
  'order by last_used_at > created_at desc, last_used_at desc, id desc offset 49) for update skip locked)'
/** Number of members who sign in repeatedly. */
const members = 200
const aMonthAgo = () => new Date(Date.now() - 30 * 24 * 60 * 60 * 1000)

export async function enterLibrary(client: PoolClient, number: number): Promise<Member> {
  const { email } = visitor(number % members, 0)
  const tokenHash = hash(randomBytes(32).toString('base64url'))
  await client.query('select exists (select 1 from users where email = $1)', [email])
  await client.query('begin')
  const { rows } = await client.query(
    'insert into sessions (token_hash, email) values ($1, $2) returning id',
    [tokenHash, email],
  )
  await client.query(surplusSql, [email])
  await client.query('commit')
  return { email, sessionId: rows[0].id, tokenHash }
}

/** Reads recordings and watch progress, two calls of the page with one session look-up each. */
export async function readLibrary(client: PoolClient, { sessionId, tokenHash }: Member) {
  await client.query(sessionSql, [tokenHash, aMonthAgo()])
  await client.query("select * from events where recording_ready and video_url <> ''")
  await client.query('select event_id, start, title from chapters order by start')
  await client.query('select event_id from transcripts')
  await client.query(sessionSql, [tokenHash, aMonthAgo()])
  await client.query(
    'select event_id, position, duration, watched, updated_at from session_watch_progress ' +
      'where session_id = $1 order by updated_at desc',
    [sessionId],
  )
}

export async function reportProgress(
  client: PoolClient,
  { email, sessionId, tokenHash }: Member,
  eventId: number,
) {
  await client.query(sessionSql, [tokenHash, aMonthAgo()])
  await client.query('begin')
  await client.query('select id from events where id = $1 for key share', [eventId])
  await client.query('select id from sessions where id = $1 for key share', [sessionId])
  await client.query(
    'insert into session_watch_progress (session_id, email, event_id, watched, position, duration) ' +
      "values ($1, $2, $3, '{[0,3)}', 15, 1800) on conflict (session_id, event_id) do update " +
      'set watched = session_watch_progress.watched + excluded.watched, position = excluded.position',
    [sessionId, email, eventId],
  )
  await client.query('commit')
}
