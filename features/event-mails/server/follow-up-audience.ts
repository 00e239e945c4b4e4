import { sql, type SQL } from 'drizzle-orm'
import type { FollowUp } from '#kernel/mail-kinds.ts'
import type { EventRow } from '#features/events/server/event-rows.ts'
import { hasAttended } from '#features/events/server/who-attended.ts'
import { isConfirmed } from '#features/mails/server/plan.ts'

const attended = ({ id }: EventRow) => hasAttended(sql`${id}::int`)

/** SQL: the registrant registered before the event ended. */
function wasRegistered({ endsAt, updatedAt }: EventRow): SQL {
  return sql`${isConfirmed} and r.created_at < ${(endsAt ?? updatedAt).toISOString()}::timestamptz`
}

/** Returns SQL: the registrant attended (thank-you) or missed (missed-you) the event. */
export function isReceiver(kind: FollowUp, event: EventRow): SQL {
  return kind === 'thank_you'
    ? attended(event)
    : sql`${wasRegistered(event)} and not ${attended(event)}`
}

/** Two mails that are due within this number of milliseconds are sent as one. */
const mergeMs = 24 * 60 * 60_000

/**
 * Returns SQL: the registrant gets a thank-you or missed-you mail, or the feedback question, within a day after the
 * recording's release. That mail then contains the one about the recording.
 */
export function awaitsFollowUp(event: EventRow): SQL {
  if (!event.recordingReadyAt) return sql`false`
  const until = new Date(event.recordingReadyAt.getTime() + mergeMs).toISOString()
  return sql`exists (select from held_mails h
    where h.event_id = r.event_id and h.state = 'held' and h.goes_at <= ${until}::timestamptz
      and case when ${attended(event)} then h.kind in ('thank_you', 'feedback_question')
        else h.kind = 'missed_you' and ${wasRegistered(event)} end)`
}
