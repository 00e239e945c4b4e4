import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { latestWeekday } from '#features/events/rules.ts'
import { readBegun } from '#features/events/server/who-attended.ts'
import {
  isIn,
  isZoomKnown,
  keyOf,
  withStages,
} from '#features/funnel/server/registrations-of-funnel.ts'
import type { PartnerNumbers } from '#features/partner-links/contract.ts'
import { roundDown, roundedTo } from '#features/partner-links/rules.ts'
import { listAttendance } from '#features/reports/server/attendance.ts'
import {
  dayInZone,
  describeWhen,
  type DisplayZone,
  instantInZone,
  type TimeContext,
} from '#kernel/event-time.ts'
import type { Db } from '#platform/db/open.ts'
import type { Turns } from '#platform/db/read-in-turns.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import { events, isPublishedAt } from '#schema/events.ts'
import { partnerLinks, type PartnerNumbers as Numbers } from '#schema/partner-links.ts'
import { pageViews } from '#schema/sources.ts'

type Link = typeof partnerLinks.$inferSelect
type Context = TimeContext & { display: DisplayZone }

const monday = 1

/**
 * Returns the numbers behind a partner's link. They are counted once a week and stored, so that no change within a week
 * shows who registered or cancelled. Throws 404 if the link was removed.
 */
export async function readPartnerNumbers(
  db: Db,
  turns: Turns,
  linkId: number | undefined,
  context: Context,
): Promise<PartnerNumbers> {
  const isIt = eq(partnerLinks.id, linkId ?? 0)
  const [link] = await db.select().from(partnerLinks).where(isIt)
  if (!link)
    throw new Refusal('unknown_link', {
      message: 'This link is not valid. Please ask the organiser for a new one.',
    })
  const { kind, key } = link
  const countedUntil = latestWeekday(dayInZone(context.now, context.timeZone), monday)
  let numbers = link.countedUntil === countedUntil ? link.numbers : null
  if (!numbers) {
    numbers = await countNumbers(db, turns, link, { ...context, countedUntil })
    await db.update(partnerLinks).set({ countedUntil, numbers }).where(isIt)
  }
  const { views } = numbers
  const shown = await describeEvents(db, numbers.events, context)
  return { kind, key, countedUntil, views, events: shown }
}

/** Adds title and time to the numbers of events, newest first. Leaves out events that visitors cannot see any more. */
async function describeEvents(
  db: Db,
  counted: Numbers['events'],
  { now, display }: Context,
): Promise<PartnerNumbers['events']> {
  const ids = counted.map(({ eventId }) => eventId)
  const isListed = and(inArray(events.id, ids), isPublishedAt(now))
  const listed = await db.select().from(events).where(isListed).orderBy(events.startsAt, events.id)
  return listed.toReversed().map((event) => {
    const { registered, attended } = counted.find(({ eventId }) => eventId === event.id)!
    return { title: event.title, when: describeWhen(event, display), registered, attended }
  })
}

async function countNumbers(
  db: Db,
  turns: Turns,
  { kind, key }: Link,
  { countedUntil, ...time }: TimeContext & { countedUntil: string },
): Promise<Numbers> {
  const until = instantInZone(countedUntil, '00:00', time.timeZone)
  const begun = await readBegun(db, turns, time, undefined)
  const selection = {
    columns: sql`r.event_id`,
    from: sql`event_registrations`,
    isMeant: sql`${keyOf(kind)} = ${key} and r.created_at < ${until.toISOString()}::timestamptz`,
    begun: begun.ids,
  }
  const counted = await turns(() =>
    db.execute<{ eventId: number; registered: number; attended: number }>(sql`
      select event_id as "eventId", count(*)::int as registered,
        (count(*) filter (where ${isIn('attended', isZoomKnown(begun))}))::int as attended
      from ${withStages(selection)} reached group by event_id`),
  )
  const enough = counted.rows.filter(({ registered }) => registered >= roundedTo)
  const ids = enough.map((row) => row.eventId)
  const known = await listAttendance(db, turns, time, ids)
  const column = kind === 'path' ? pageViews.path : pageViews.via
  const views = await db
    .select({ sum: sql<number>`coalesce(sum(${pageViews.views}), 0)::int` })
    .from(pageViews)
    .where(and(eq(column, key), lt(pageViews.day, countedUntil)))
  return {
    views: roundDown(views[0]!.sum),
    events: enough.map(({ eventId, registered, attended }) => {
      const isKnown = known.some((row) => row.eventId === eventId)
      return {
        eventId,
        registered: roundDown(registered),
        attended: isKnown ? roundDown(attended) : null,
      }
    }),
  }
}
