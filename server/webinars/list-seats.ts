import { sql, type SQL } from 'drizzle-orm'
import type { SeatRow } from '#shared/contract/seats.ts'
import { seatStates, type SeatState } from '#shared/seats.ts'
import { matchWords } from '#server/db/match-words.ts'
import type { Db, Transaction } from '#server/db/open.ts'
import { Refusal } from '#server/refusal.ts'

/** `search`: parts of name or e-mail. */
type Chosen = { eventId?: number; search: string }
type Filter = Chosen & { state?: SeatState; before?: number; limit: number }

const iso = (column: SQL) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/**
 * Every seat there is, and every registrant who is still to get one: confirmed, of a mapped event to
 * come. A seat in a webinar that the event has left counts as waiting.
 */
const seats = sql`(
  select r.id, r.event_id, e.title, u.email, trim(u.first_name || ' ' || u.last_name) as name,
    case when s.registration_id is null or s.webinar_id <> m.webinar_id then 'waiting'
      else s.state end as state,
    coalesce(s.attempts, 0) as attempts, s.last_error, s.tried_at, s.seated_at, s.attended_at
  from event_registrations r
  join events e on e.id = r.event_id
  join users u on u.id = r.user_id
  left join zoom_webinar_mappings m on m.event_id = r.event_id and m.is_active
  left join webinar_seats s on s.registration_id = r.id
  where s.registration_id is not null or (m.id is not null and e.status = 'upcoming'
    and e.date_confirmed and e.cancelled_at is null and r.registration_type = 'confirmed'))`

/** The queue's own time of the next try. */
const nextTryAt = sql`(select ${iso(sql`j.start_after`)} from jobs.job j
  where j.name = 'take-webinar-seat' and j.state < 'active' and j.singleton_key = t.id::text limit 1)`

async function read(db: Db, where: SQL, limit: number): Promise<SeatRow[]> {
  const { rows } = await db.execute<SeatRow>(sql`
    select t.id as "registrationId", t.email, t.name, t.event_id as "eventId",
      t.title as "eventTitle", t.state, t.attempts, t.last_error as "lastError",
      ${iso(sql`t.tried_at`)} as "triedAt", ${nextTryAt} as "nextTryAt",
      ${iso(sql`t.seated_at`)} as "seatedAt", ${iso(sql`t.attended_at`)} as "attendedAt"
    from ${seats} t where ${where} order by t.id desc limit ${limit}`)
  return rows
}

function isChosen({ eventId, search }: Chosen): SQL {
  const ofEvent = eventId === undefined ? sql`true` : sql`t.event_id = ${eventId}`
  return sql`${ofEvent} and ${matchWords(sql`(t.name || ' ' || t.email)`, search)}`
}

/** The seats that failed, in the order they are asked for again. */
export async function listFailedSeats(tx: Transaction, chosen: Chosen) {
  const { rows } = await tx.execute<{ registrationId: number; eventId: number }>(sql`
    select t.id as "registrationId", t.event_id as "eventId" from ${seats} t
    where t.state = 'failed' and ${isChosen(chosen)} order by t.id`)
  return rows
}

/** Seats, newest registration first; `nextBefore` asks for the next page. */
export async function listSeats(db: Db, { eventId, search, state, before, limit }: Filter) {
  const asked = isChosen({ eventId, search })
  const shown = sql`${asked} and ${state ? sql`t.state = ${state}` : sql`true`}
    and ${before === undefined ? sql`true` : sql`t.id < ${before}`}`
  const found = await read(db, shown, limit + 1)
  const page = found.slice(0, limit)
  const nextBefore = found.length > limit ? (page.at(-1)?.registrationId ?? null) : null
  return { seats: page, nextBefore, counts: await count(db, asked) }
}

async function count(db: Db, asked: SQL): Promise<Record<SeatState, number>> {
  const { rows } = await db.execute<{ state: SeatState; number: number }>(
    sql`select t.state, count(*)::int as number from ${seats} t where ${asked} group by t.state`,
  )
  const numberOf = (state: SeatState) => rows.find((row) => row.state === state)?.number ?? 0
  return Object.fromEntries(seatStates.map((state) => [state, numberOf(state)])) as Record<
    SeatState,
    number
  >
}

/** One registrant's seat; throws 404 where none is to be had. */
export async function readSeat(db: Db, registrationId: number): Promise<SeatRow> {
  const [found] = await read(db, sql`t.id = ${registrationId}`, 1)
  if (!found) throw new Refusal(404, 'There is no seat for this registration')
  return found
}
