import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { weeklySummaryTime } from '#features/administrators/rules.ts'
import { addDays, latestWeekday } from '#features/events/rules.ts'
import { listDueSteps } from '#features/events/server/checklist.ts'
import { addOutboxEntries } from '#features/mails/server/enqueue.ts'
import type { StandaloneMail } from '#features/mails/server/mail-kind.ts'
import type { MailPart } from '#features/mails/server/mail-parts.ts'
import { dayInZone, formatEventDate, instantInZone, type TimeContext } from '#kernel/event-time.ts'
import { writeCount } from '#kernel/write-count.ts'
import type { Db } from '#platform/db/open.ts'
import type { JobSender } from '#platform/jobs/jobs.ts'
import { isPublishedAt } from '#schema/events.ts'
import { administrators } from '#schema/sign-in.ts'
import { listAttendance } from './attendance.ts'

/** Milliseconds after the time of sending in which the summary is still added to the outbox. */
const lateMs = 12 * 60 * 60_000

/** Returns the latest day (yyyy-MM-dd) on whose morning a summary was due, and that moment. */
function lastDue({ now, timeZone }: TimeContext): { day: string; at: Date } {
  const { weekday, time } = weeklySummaryTime
  const today = dayInZone(now, timeZone)
  const day = latestWeekday(today, weekday)
  const at = instantInZone(day, time, timeZone)
  if (at <= now) return { day, at }
  const earlier = addDays(day, -7)
  return { day: earlier, at: instantInZone(earlier, time, timeZone) }
}

const wantsSummary = and(eq(administrators.weeklySummary, true), isNotNull(administrators.email))

/**
 * Adds the weekly summary to the outbox for each administrator who switched it on. Several nodes may run this at once:
 * the outbox stores one mail for each week and address.
 */
export async function sweepWeeklySummaries(
  db: Db,
  jobs: JobSender,
  time: TimeContext,
): Promise<void> {
  const { day, at } = lastDue(time)
  if (time.now.getTime() - at.getTime() > lateMs) return
  const due = await db
    .select({ email: administrators.email })
    .from(administrators)
    .where(
      and(
        wantsSummary,
        sql`not exists (select from outbox_entries e where e.kind = 'weekly_summary'
          and e.email = ${administrators.email} and e.dedupe_key = ${day})`,
      ),
    )
  for (const { email } of due) {
    const entry = { kind: 'weekly_summary', email: email!, dedupeKey: day } as const
    await db.transaction((tx) => addOutboxEntries(tx, jobs, [entry]))
  }
}

/** Mail to administrators who switched it on: numbers of the past week, and checklist steps that are due. */
export const weeklySummaryMail = {
  to: 'person',
  isRepeatable: false,
  isToNobody: true,
  ownPage: { label: 'Admin area', path: '/admin' },
  notAgain: 'The weekly summary is sent once',
  async findWhyNot(db, { outboxEntry }) {
    const isOwn = and(wantsSummary, eq(administrators.email, outboxEntry.email))
    return (await db.$count(administrators, isOwn)) > 0 ? undefined : 'Switched off'
  },
  async findParts(db, { outboxEntry }, { display, origin, isZoomConnected }) {
    const { dedupeKey: day } = outboxEntry
    const now = outboxEntry.triedAt ?? outboxEntry.createdAt
    const time = { now, timeZone: display.zone }
    const [from, until] = [addDays(day, -7), day].map((date) =>
      instantInZone(date, weeklySummaryTime.time, display.zone),
    )
    const week = { from: from!, until: until! }
    return [
      ...(await countWeek(db, week, { from: addDays(day, -7), until: day })),
      ...(await describeAttendance(db, week, time)),
      ...(await describeDueSteps(db, { ...time, isZoomConnected }, origin)),
    ]
  },
  words: ({ seriesName, origin, outboxEntry: { dedupeKey: day } }, { parts = [] }) => {
    const span = day ? `${writeDay(addDays(day, -7))} to ${writeDay(day)}` : 'the past week'
    const opening = `Registrations, attendance and open tasks, ${span}.`
    return {
      subject: `Weekly summary of ${seriesName}`,
      preview: opening,
      parts: [
        { heading: 'Weekly summary' },
        { opening },
        ...parts.map((part) => ({ ...part, placeholder: 'summary' as const })),
        { button: 'Open the dashboard', address: `${origin}/admin` },
      ],
      reason: `You get this email because you switched on the weekly summary of ${seriesName} under Settings › Administrators.`,
    }
  },
} satisfies StandaloneMail

function writeDay(day: string) {
  return formatEventDate({ eventDate: day, eventTime: null }, 'UTC', 'medium')
}

type Week = { from: Date; until: Date }

/** Counts what happened in a week. Page views are sums of whole days: the seven days before the day of the summary. */
async function countWeek(
  db: Db,
  { from, until }: Week,
  days: { from: string; until: string },
): Promise<MailPart[]> {
  const isIn = (column: string) =>
    sql`${sql.raw(column)} >= ${from.toISOString()}::timestamptz and ${sql.raw(column)} < ${until.toISOString()}::timestamptz`
  const { rows } = await db.execute<
    Record<'registrations' | 'people' | 'visits' | 'watches', number> & { views: number | null }
  >(sql`
    select (select count(*) from event_registrations r where ${isIn('r.created_at')})::int as registrations,
      (select count(*) from users u where ${isIn('u.created_at')})::int as people,
      coalesce((select sum(1 + a.repeats) from member_page_access a
        where a.access_type = 'page_visit' and ${isIn('a.accessed_at')}), 0)::int as visits,
      coalesce((select sum(1 + a.repeats) from member_page_access a
        where a.access_type = 'video_watch' and ${isIn('a.accessed_at')}), 0)::int as watches,
      (select sum(v.views) from page_views v
        where v.day >= ${days.from}::date and v.day < ${days.until}::date)::int as views`)
  const { views, registrations, people, visits, watches } = rows[0]!
  const { rows: byEvent } = await db.execute<{ title: string; added: number }>(sql`
    select e.title, count(*)::int as added from event_registrations r join events e on e.id = r.event_id
    where ${isIn('r.created_at')} group by e.id order by added desc, e.id limit 10`)
  return [
    {
      facts: [
        // Without a row, page views are not counted: this is switched off in the settings.
        ...(views === null ? [] : [['Page views', String(views)] satisfies [string, string]]),
        ['Registrations', String(registrations)],
        ['New people', String(people)],
        ['Library visits', String(visits)],
        ['Recordings opened', String(watches)],
      ],
    },
    ...(byEvent.length > 0
      ? [
          { heading: 'Registrations by event' },
          { facts: byEvent.map(({ title, added }): [string, string] => [title, String(added)]) },
        ]
      : []),
  ]
}

async function describeAttendance(db: Db, week: Week, time: TimeContext): Promise<MailPart[]> {
  const { rows } = await db.execute<{ id: number; title: string }>(sql`
    select id, title from events where ends_at >= ${week.from.toISOString()}::timestamptz
      and ends_at < ${week.until.toISOString()}::timestamptz
      and cancelled_at is null and ${isPublishedAt(time.now)} order by ends_at`)
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const known = await listAttendance(db, (work) => work(), time, ids)
  const facts = rows.map(({ id, title }): [string, string] => {
    const found = known.find(({ eventId }) => eventId === id)
    return [title, found ? `${found.came} of ${found.registered}` : 'not known yet']
  })
  return [{ heading: 'Attendance' }, { facts }]
}

async function describeDueSteps(
  db: Db,
  context: TimeContext & { isZoomConnected: boolean },
  origin: string,
): Promise<MailPart[]> {
  const found = await listDueSteps(db, context)
  return found.flatMap(({ event, steps }) => [
    {
      says: `Open tasks: ${writeCount(steps.length, 'step')}`,
      heading: event.title,
      address: `${origin}/admin/events/${event.id}`,
    },
    { facts: steps.map(({ action, fact }): [string, string] => [action?.label ?? 'Check', fact]) },
  ])
}
