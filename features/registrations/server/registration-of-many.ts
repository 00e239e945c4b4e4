import { sql } from 'drizzle-orm'
import { addOutboxEntriesOf } from '#features/mails/server/enqueue.ts'
import type { EventRow } from '#features/events/server/event-rows.ts'
import { needsSeat, removeSeated } from '#features/waitlist/server/seats.ts'
import type { MailKind } from '#kernel/mail-kinds.ts'
import type { Transaction } from '#platform/db/open.ts'
import { recordingOf } from '#platform/domain-events/record-events.ts'
import type { JobSender } from '#platform/jobs/jobs.ts'
import { recordUpgrades } from './registration.ts'

/**
 * Registers people for an open event in a fixed number of statements, and adds one mail of `kind` to the outbox for
 * each of them. Omits people who are registered already. The caller has locked the event and found seats for the
 * people. Returns the number of people who were registered. The sweep requests their registrations at Zoom.
 */
export async function registerMany(
  tx: Transaction,
  jobs: JobSender,
  { event, userIds, kind }: { event: EventRow; userIds: number[]; kind: MailKind },
): Promise<number> {
  if (userIds.length === 0) return 0
  const ids = sql.param(userIds)
  const upgraded = await tx.execute<{ id: number; userId: number }>(sql`
    update event_registrations set registration_type = 'confirmed'
    where event_id = ${event.id} and user_id = any(${ids}::int[]) and registration_type = 'pre_registration'
    returning id, user_id as "userId"`)
  await recordUpgrades(
    tx,
    upgraded.rows.map(({ id }) => id),
    'person',
  )
  const agreed = (to: string) =>
    sql`exists (select from consents c where c.user_id = u.id and c.${sql.identifier(to)})`
  const added = await tx.execute<{ userId: number }>(sql`
    with added as (insert into event_registrations (user_id, event_id, registration_type, receive_updates,
        receive_event_invites, registration_source, first_touch)
      select u.id, ${event.id}, 'confirmed', ${agreed('receive_updates')}, ${agreed('receive_event_invites')},
        coalesce(s.registration_source, 'main_form'), s.first_touch
      from unnest(${ids}::int[]) with ordinality as chosen (user_id, place)
      join users u on u.id = chosen.user_id
      left join series_registrations s on s.user_id = u.id
      order by chosen.place
      on conflict do nothing
      returning id, user_id, event_id),
    ${recordingOf(sql`select 'registration.created' as type, 'person' as cause, a.event_id, a.id as registration_id,
      u.person_key, null::text as topic from added a join users u on u.id = a.user_id order by a.id`)}
    select user_id as "userId" from added`)
  if (needsSeat(event)) await removeSeated(tx, [event])
  const registered = [...upgraded.rows, ...added.rows].map(({ userId }) => userId)
  await addOutboxEntriesOf(
    tx,
    jobs,
    sql`select ${kind}::text, u.email, ${event.id}::int, '' from users u
      where u.id = any(${sql.param(registered)}::int[]) order by u.email`,
  )
  await jobs.send(
    tx,
    'sync-subscriber',
    registered.map((userId) => ({ userId })),
  )
  return registered.length
}
