import { sql } from 'drizzle-orm'
import type { Announcement, AnnouncementSummary } from '#features/announcements/contract.ts'
import { readPace } from '#features/mails/server/pace.ts'
import { isUnpublished } from '#features/mails/server/record.ts'
import type { AnnouncementState } from '#kernel/values.ts'
import type { Db } from '#platform/db/open.ts'
import { instantText } from '#platform/db/sql-parts.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import { countsOfAnnouncement } from './recipients.ts'
import { digestOf } from './written-announcement.ts'

type Stored = Omit<AnnouncementSummary, 'state' | 'at'> & {
  goesAt: string | null
  stoppedAt: string | null
}

const columns = sql`a.id, a.topic, a.event_id as "eventId", e.title as "eventTitle", a.subject,
  ${instantText(sql`a.goes_at`)} as "goesAt", ${instantText(sql`a.approved_at`)} as "approvedAt",
  ${instantText(sql`a.stopped_at`)} as "stoppedAt", ${instantText(sql`a.created_at`)} as "createdAt",
  ${instantText(sql`a.updated_at`)} as "updatedAt", ${countsOfAnnouncement} as counts`

function stateOf({ approvedAt, stoppedAt, goesAt, counts }: Stored, now: Date): AnnouncementState {
  if (approvedAt === null) return 'draft'
  if (counts.waiting === 0) return 'done'
  if (stoppedAt !== null) return 'stopped'
  return goesAt !== null && new Date(goesAt) > now ? 'scheduled' : 'sending'
}

function summarize({ goesAt, stoppedAt, ...row }: Stored, now: Date): AnnouncementSummary {
  return { ...row, at: goesAt, state: stateOf({ goesAt, stoppedAt, ...row }, now) }
}

/** Returns a page of announcements with their results of sending, newest first. */
export async function listAnnouncements(
  db: Db,
  { eventId, page, limit }: { eventId?: number | undefined; page: number; limit: number },
  now: Date,
): Promise<{ announcements: AnnouncementSummary[]; total: number }> {
  const isListed = eventId === undefined ? sql`true` : sql`a.event_id = ${eventId}`
  const { rows } = await db.execute<Stored>(sql`
    select ${columns} from announcements a left join events e on e.id = a.event_id
    where ${isListed} order by a.id desc limit ${limit} offset ${(page - 1) * limit}`)
  const counted = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from announcements a where ${isListed}`,
  )
  return { announcements: rows.map((row) => summarize(row, now)), total: counted.rows[0]!.total }
}

type StoredWhole = Stored &
  Pick<Announcement, 'audience' | 'body'> & {
    testedAs: string | null
    isUnpublished: boolean
    test: Omit<NonNullable<Announcement['test']>, 'isCurrent'> | null
  }

/** SQL for the last test mail of an announcement (`a`): recipient, state, error and time. */
const test = sql`(select json_build_object('to', d.email, 'state', d.state, 'lastError', d.last_error,
    'sentAt', ${instantText(sql`d.sent_at`)})
  from outbox_entries d where d.id = a.tested_by and d.announcement_id = a.id)`

/** Returns one announcement with all details; throws 404 for an unknown id. */
export async function readAnnouncement(
  db: Db,
  id: number,
  { now, perSecond }: { now: Date; perSecond: number },
): Promise<Announcement> {
  const { rows } = await db.execute<StoredWhole>(sql`
    select ${columns}, a.audience, a.body, a.tested_as as "testedAs", ${test} as test,
      ${isUnpublished(sql`a.event_id`, sql`${now.toISOString()}::timestamptz`)} as "isUnpublished"
    from announcements a left join events e on e.id = a.event_id where a.id = ${id}`)
  const [found] = rows
  if (!found) throw new Refusal('no_such_announcement')
  const { audience, body, testedAs, test: tried, isUnpublished: isHeld, ...row } = found
  const summary = summarize(row, now)
  const isCurrent = testedAs === digestOf(found)
  const isActive = summary.state === 'sending' || summary.state === 'scheduled'
  return {
    ...summary,
    audience,
    body,
    test: tried && { ...tried, isCurrent },
    waitsForPublishing: isActive && isHeld,
    pace:
      summary.state === 'sending' && !isHeld
        ? await describePace(db, summary, { now, perSecond })
        : null,
  }
}

async function describePace(
  db: Db,
  { counts }: AnnouncementSummary,
  { now, perSecond }: { now: Date; perSecond: number },
): Promise<Announcement['pace']> {
  const pace = await readPace(db, perSecond)
  const from = Math.max(now.getTime(), pace.closedUntil?.getTime() ?? 0)
  return {
    perSecond,
    now: pace.now,
    closedUntil: pace.closedUntil?.toISOString() ?? null,
    endsAt: new Date(from + (counts.waiting / pace.now) * 1000).toISOString(),
  }
}
