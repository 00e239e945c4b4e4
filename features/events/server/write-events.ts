import { and, eq, isNull, sql } from 'drizzle-orm'
import { hasReadyRecording } from '#features/events/rules.ts'
import type { DomainEventCause } from '#kernel/domain-events.ts'
import { eventEnd, eventStart, type EventTimes, type TimeContext } from '#kernel/event-time.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { eventDefaults } from '#schema/event-defaults.ts'
import { events } from '#schema/events.ts'
import type { EventRow } from './event-rows.ts'
import { recordEventChange, recordNewEvents } from './event-changes.ts'
import { areGuestsAgreed } from './guest-approvals.ts'

/**
 * Writes rows of `events`, computes their derived columns and records the domain events of the change. SQL sorts,
 * filters and compares by the derived columns, so that the rules for them exist only in TypeScript.
 */

type NewEvent = typeof events.$inferInsert
type Context = TimeContext & { cause: DomainEventCause }

/** Inserts events and returns their rows in the given order. A trigger of the table `events` sends NOTIFY. */
export async function insertEvents(
  tx: Transaction,
  rows: NewEvent[],
  time: Context,
): Promise<EventRow[]> {
  const [series] = await tx.select().from(eventDefaults)
  const seriesNeedsApproval = series?.needsApproval ?? false
  const written = rows.map((row) => {
    const updatedAt = row.updatedAt ?? time.now
    const { eventDate = null, eventTime = null, eventEndTime = null } = row
    const { recordingReady = false, videoUrl = null, cancelledAt = null, approvedAt = null } = row
    const needsApproval = row.needsApproval ?? seriesNeedsApproval
    const times = { eventDate, eventTime, eventEndTime }
    const release = { recordingReady, videoUrl, cancelledAt, needsApproval, approvedAt }
    const isReady = hasReadyRecording(release)
    return {
      ...row,
      needsApproval,
      updatedAt,
      ...eventInstants(times, time.timeZone),
      recordingReadyAt: isReady ? (row.recordingReadyAt ?? updatedAt) : null,
      readersChangeAt: row.readersChangeAt ?? updatedAt,
    }
  })
  const inserted = await tx.insert(events).values(written).returning()
  await recordNewEvents(tx, inserted, time)
  return inserted
}

/** Changes the given columns of an event whose row the transaction has locked, and returns the new row. */
export async function updateEvent(
  tx: Transaction,
  before: EventRow,
  changes: Partial<NewEvent>,
  time: Context,
): Promise<EventRow> {
  const withApproval = { ...changes, ...(await approvalAfter(tx, before, changes, time)) }
  const after = { ...before, ...withoutUndefined(withApproval) }
  const [event] = await tx
    .update(events)
    .set({ ...withApproval, ...computedColumns(before, after, time) })
    .where(eq(events.id, before.id))
    .returning()
  await recordEventChange(tx, before, event!, time)
  return event!
}

/**
 * An approval is one of the recording that the guests saw: another link needs another approval, and a former link that
 * all guests approved is approved again.
 */
async function approvalAfter(
  tx: Transaction,
  before: EventRow,
  { videoUrl, approvedAt, needsApproval = before.needsApproval }: Partial<NewEvent>,
  { now }: Context,
): Promise<Partial<NewEvent>> {
  if (videoUrl === undefined || videoUrl === before.videoUrl) return {}
  if (approvedAt || !needsApproval) return { videoUrlSince: now, approvedAt: approvedAt ?? null }
  const isAgreed = videoUrl !== null && (await areGuestsAgreed(tx, before.id, videoUrl))
  return { videoUrlSince: now, approvedAt: isAgreed ? now : null }
}

/**
 * Requires the guests' approval for the recordings of all events whose recording is not released. Released recordings
 * stay released. Records no domain events, because visitors see no change.
 */
export async function requireApprovals(tx: Transaction): Promise<void> {
  await tx
    .update(events)
    .set({ needsApproval: true })
    .where(and(isNull(events.recordingReadyAt), eq(events.needsApproval, false)))
}

function computedColumns(before: EventRow, after: EventRow, { now, timeZone }: TimeContext) {
  const isMoved = calendarTime(before, timeZone) !== calendarTime(after, timeZone)
  const isChangedForReaders = readersColumns.some(
    (column) => String(before[column]) !== String(after[column]),
  )
  const changedAt = new Date(Math.max(before.updatedAt.getTime(), after.updatedAt.getTime()))
  return {
    ...eventInstants(after, timeZone),
    recordingReadyAt: hasReadyRecording(after) ? (after.recordingReadyAt ?? now) : null,
    publishedByHandAt: publishedByHandAt(before, after, changedAt),
    ...(isChangedForReaders && { readersChangeAt: changedAt }),
    ...(isMoved && { calendarSequence: before.calendarSequence + 1 }),
  }
}

/**
 * Columns whose content feed readers and visitors see. Only a change of one of them makes an event's feed entry
 * "updated".
 */
const readersColumns = [
  'title',
  'speakerName',
  'speakerTitle',
  'description',
  'eventDate',
  'eventTime',
  'eventEndTime',
  'cancelledAt',
] as const

/**
 * Returns the time at which an administrator published the event; null for a draft or a scheduled event. An event
 * whose planned time has passed counts as published at that time.
 */
function publishedByHandAt(before: EventRow, after: EventRow, changedAt: Date): Date | null {
  if (after.publishAt !== null) return null
  if (before.publishAt === null) return before.publishedByHandAt
  if (!(before.publishAt instanceof Date)) return changedAt
  return before.publishAt < changedAt ? before.publishAt : changedAt
}

/**
 * Returns the times of an event as a text that changes when its calendar entries must change; then their SEQUENCE
 * increases. Compares instants, because one instant can be written in several ways. The date counts only if there is no
 * start time.
 */
function calendarTime(event: EventTimes, timeZone: string): string {
  const { startsAt, endsAt } = eventInstants(event, timeZone)
  const times = startsAt ? `${startsAt.getTime()} ${endsAt!.getTime()}` : (event.eventDate ?? '')
  return event.cancelledAt ? `${times} cancelled` : times
}

type WrittenTimes = Pick<EventTimes, 'eventDate' | 'eventTime' | 'eventEndTime'>

function eventInstants(times: WrittenTimes, timeZone: string) {
  const event = { ...times, status: 'upcoming' } as const
  return { startsAt: eventStart(event) ?? null, endsAt: eventEnd(event, timeZone) ?? null }
}

/**
 * Recomputes `starts_at` and `ends_at` of all events and returns the number of changed rows. Records no domain
 * events. Needed after an upgrade, after restoring a backup, after manual SQL, and when the series' time zone
 * changes, because an event without a time ends at the end of its day in that zone.
 */
export async function refreshEventInstants(db: Db | Transaction, timeZone: string) {
  return db.transaction(async (tx) => {
    const rows = await tx.select().from(events).for('no key update')
    const stale = rows.flatMap((row) => {
      const { startsAt, endsAt } = eventInstants(row, timeZone)
      const isFresh = isSame(row.startsAt, startsAt) && isSame(row.endsAt, endsAt)
      return isFresh ? [] : [{ id: row.id, startsAt, endsAt }]
    })
    if (stale.length === 0) return 0
    const instants = (name: 'startsAt' | 'endsAt') =>
      sql.param(stale.map((row) => row[name]?.toISOString() ?? null))
    await tx.execute(sql`update events set starts_at = fresh.starts_at, ends_at = fresh.ends_at
      from unnest(${sql.param(stale.map(({ id }) => id))}::int[], ${instants('startsAt')}::timestamptz[],
        ${instants('endsAt')}::timestamptz[]) as fresh (id, starts_at, ends_at)
      where events.id = fresh.id`)
    return stale.length
  })
}

function isSame(one: Date | null, other: Date | null) {
  return one?.getTime() === other?.getTime()
}

function withoutUndefined<Fields extends Record<string, unknown>>(fields: Fields) {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as {
    [Name in keyof Fields]-?: Exclude<Fields[Name], undefined>
  }
}
