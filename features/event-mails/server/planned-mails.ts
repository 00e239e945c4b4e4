import { eq, sql } from 'drizzle-orm'
import type { PlannedMail } from '#features/event-mails/contract.ts'
import { listReminders } from '#kernel/reminder-times.ts'
import { unknownEvent } from '#features/events/server/event-rows.ts'
import type { MailKinds } from '#features/mails/server/mail-kind.ts'
import { listApplicableNotifications, selectRecipients } from '#features/mails/server/plan.ts'
import { eventStart, type TimeContext } from '#kernel/event-time.ts'
import type { Db } from '#platform/db/open.ts'
import { events } from '#schema/events.ts'

type Context = TimeContext & { kinds: MailKinds }

/**
 * Returns the reminders of an event that are due later, each with the number of people who would get it if
 * registrations stayed as they are now. Throws 404 for an unknown event.
 */
export async function listPlannedMails(
  db: Db,
  eventId: number,
  { now, timeZone, kinds }: Context,
): Promise<PlannedMail[]> {
  const [event] = await db.select().from(events).where(eq(events.id, eventId))
  if (!event) throw unknownEvent(eventId)
  const start = eventStart(event)
  if (!start) return []
  const planned: PlannedMail[] = []
  for (const { kind: reminder, from } of listReminders(event)) {
    const at = new Date(start.getTime() - from)
    if (at <= now) continue
    const applicable = listApplicableNotifications(kinds, event, { now: at, timeZone })
    for (const notification of applicable) {
      const { kind } = notification
      if (kind !== reminder && kind !== `crew_${reminder}`) continue
      const { rows } = await db.execute<{ count: number }>(
        sql`select count(*)::int as count ${selectRecipients(kinds, event, notification)}`,
      )
      planned.push({ kind, at: at.toISOString(), count: rows[0]!.count })
    }
  }
  return planned
}
