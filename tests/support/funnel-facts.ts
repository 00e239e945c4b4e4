import { sql } from 'drizzle-orm'
import type { FunnelRow } from '#features/funnel/contract.ts'
import { dayInZone } from '#kernel/event-time.ts'
import type { Db } from '#platform/db/open.ts'
import { sessionWatchProgress, watchProgress } from '#schema/library.ts'
import { users } from '#schema/people.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { pageViews } from '#schema/sources.ts'
import { webinarSeats } from '#schema/webinars.ts'

export type Counts = Omit<FunnelRow, 'key' | 'label'>
export type Fact = {
  eventId: number | null
  day: string
  keys: Record<string, string>
  counts: Partial<Counts>
}

const nothing = {
  views: 0,
  formsOpened: 0,
  registered: 0,
  attended: 0,
  watched25: 0,
  watched50: 0,
  watched90: 0,
}

export function sumFacts(facts: Fact[], by: string) {
  const sums: Record<string, Counts> = {}
  for (const { keys, counts } of facts) {
    const sum = (sums[keys[by]!] ??= { ...nothing })
    for (const [name, count] of Object.entries(counts)) sum[name as keyof Counts] += count
  }
  return sums
}

const zone = 'Africa/Johannesburg'
const withoutSource: Record<string, string> = { import: 'import', api: 'API' }

/** Returns what the funnel should count, worked out row by row without the database's help. */
export async function readFacts(db: Db, [first, second]: number[], now: Date) {
  const emails = new Map((await db.select().from(users)).map(({ id, email }) => [id, email]))
  const joined = new Set(
    (await db.execute<{ id: number }>(sql`select registration_id as id from joins`)).rows.map(
      ({ id }) => id,
    ),
  )
  const seats = new Map(
    (await db.select().from(webinarSeats)).map((seat) => [seat.registrationId, seat]),
  )
  const rows = await db.select().from(eventRegistrations)
  const progress = [
    ...(await db.select().from(watchProgress)),
    ...(await db.select().from(sessionWatchProgress)),
  ]
  const hasBegun = now >= new Date('2026-12-10T15:00:00Z')
  const seenIn = new Set(
    rows.flatMap(({ id, eventId }) => (seats.get(id)?.attendedAt ? [eventId] : [])),
  )
  const registered = rows.map((row): Fact => {
    const { id, userId, eventId, firstTouch, registrationSource, createdAt } = row
    const key = withoutSource[registrationSource] ?? 'direct'
    const seat = seats.get(id)
    const isKnown = seenIn.has(eventId) && seat?.state === 'seated'
    const attended = seat?.attendedAt ? true : joined.has(id) && !isKnown
    const watched = new Set(
      progress
        .filter((part) => part.email === emails.get(userId!) && part.eventId === eventId)
        .flatMap((part) => [...part.watched.matchAll(/\[(\d+),(\d+)\)/g)])
        .flatMap(([, from, until]) =>
          Array.from({ length: Number(until) - Number(from) }, (_, at) => Number(from) + at),
        ),
    )
    const has = (share: number) => Number(watched.size / 10 >= share)
    const isHeld = hasBegun && (eventId === first || eventId === second)
    return {
      eventId,
      day: dayInZone(createdAt, zone),
      keys: {
        path: firstTouch?.path ?? key,
        source: firstTouch?.utm_source ?? key,
        campaign: firstTouch?.utm_campaign ?? key,
        via: firstTouch?.via ?? key,
      },
      counts: {
        registered: 1,
        attended: Number(isHeld && attended),
        watched25: has(0.25),
        watched50: has(0.5),
        watched90: has(0.9),
      },
    }
  })
  const viewed = (await db.select().from(pageViews)).map(
    ({ day, eventId, path, source, campaign, via, views, formsOpened }): Fact => ({
      eventId,
      day,
      keys: {
        path,
        source: source || 'direct',
        campaign: campaign || 'direct',
        via: via || 'direct',
      },
      counts: { views, formsOpened },
    }),
  )
  return { registered, viewed }
}
