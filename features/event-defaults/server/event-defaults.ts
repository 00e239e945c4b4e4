import { sql } from 'drizzle-orm'
import type { EventDefaults, EventDefaultsForm } from '#features/event-defaults/contract.ts'
import { requireApprovals } from '#features/events/server/write-events.ts'
import { applySeriesReminders } from '#features/events/server/reminder-times.ts'
import { deleteHolds } from '#features/mails/server/hold-until.ts'
import type { TimeContext } from '#kernel/event-time.ts'
import { followUpKinds } from '#kernel/mail-kinds.ts'
import { usualReminders } from '#kernel/reminder-times.ts'
import { writeAuditEntry, type Actor } from '#platform/audit/write-audit-entry.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { eventDefaults } from '#schema/event-defaults.ts'

type Stored = Omit<typeof eventDefaults.$inferSelect, 'id' | 'updatedAt'>

const nothingSet: Stored = {
  startTime: null,
  lengthMinutes: null,
  roomUrl: null,
  title: '',
  description: '',
  reminderMinutes: [...usualReminders],
  repeatsCrew: false,
  needsApproval: false,
  followUpTime: '10:00',
  thankYouSince: null,
  missedYouSince: null,
}

export async function readEventDefaults(db: Db | Transaction): Promise<EventDefaults> {
  const { thankYouSince, missedYouSince, ...stored } = await readStored(db)
  return {
    ...stored,
    sendsThankYou: thankYouSince !== null,
    sendsMissedYou: missedYouSince !== null,
    latestCrew: await readLatestCrew(db),
  }
}

async function readStored(db: Db | Transaction): Promise<Stored> {
  const [row] = await db.select().from(eventDefaults)
  if (!row) return nothingSet
  const { id: _id, updatedAt: _at, ...stored } = row
  return stored
}

/** Returns since when a kind of mail is on; a kind that stays on keeps its time, and undefined leaves it. */
function sinceAfter(before: Date | null, isOn: boolean | null | undefined, now: Date) {
  if (isOn === null || isOn === undefined) return before
  return isOn ? (before ?? now) : null
}

/** Replaces all default values of new events. The audit log lists the names of those that changed. */
export async function saveEventDefaults(
  db: Db,
  form: EventDefaultsForm,
  { actor, ...time }: TimeContext & { actor: Actor },
): Promise<EventDefaults> {
  return db.transaction(async (tx) => {
    const { now } = time
    const stored = await readStored(tx)
    const before = await readEventDefaults(tx)
    const reminderMinutes = (form.reminderMinutes ?? before.reminderMinutes).toSorted(
      (a, b) => b - a,
    )
    const values = {
      startTime: form.startTime ?? null,
      lengthMinutes: form.lengthMinutes ?? null,
      roomUrl: form.roomUrl ?? null,
      title: form.title,
      description: form.description,
      reminderMinutes,
      repeatsCrew: form.repeatsCrew ?? false,
      needsApproval: form.needsApproval ?? stored.needsApproval,
      followUpTime: form.followUpTime ?? stored.followUpTime,
      thankYouSince: sinceAfter(stored.thankYouSince, form.sendsThankYou, now),
      missedYouSince: sinceAfter(stored.missedYouSince, form.sendsMissedYou, now),
      updatedAt: now,
    }
    await tx
      .insert(eventDefaults)
      .values({ id: 1, ...values })
      .onConflictDoUpdate({ target: eventDefaults.id, set: values })
    if (values.needsApproval && !stored.needsApproval) await requireApprovals(tx)
    await applySeriesReminders(tx, reminderMinutes, { actor, ...time })
    if (values.followUpTime !== stored.followUpTime) await deleteHolds(tx, 'all', followUpKinds)
    const after = await readEventDefaults(tx)
    const { latestCrew: _crew, ...shown } = after
    const names = Object.keys(shown) as (keyof typeof shown)[]
    const fields = names.filter((name) => String(after[name]) !== String(before[name]))
    if (fields.length > 0) {
      const details = { fields }
      await writeAuditEntry(tx, actor, { action: 'event_defaults_changed', details, now })
    }
    return after
  })
}

async function readLatestCrew(db: Db | Transaction): Promise<EventDefaults['latestCrew']> {
  const { rows } = await db.execute<EventDefaults['latestCrew'][number]>(sql`
    select c.name, c.email, c.role from event_crew c
    where c.role <> 'guest' and c.event_id = (
      select e.id from events e
      where exists (select from event_crew h where h.event_id = e.id and h.role <> 'guest')
      order by e.created_at desc, e.id desc limit 1)
    order by c.id`)
  return rows
}
