import { sql } from 'drizzle-orm'
import type { Transaction } from '#platform/db/open.ts'
import type { JobSender } from '#platform/jobs/jobs.ts'
import { queueTime } from '#platform/jobs/run-job.ts'
import { withdrawJobs } from '#platform/jobs/waiting-jobs.ts'

/**
 * Maximum milliseconds that an attempt to register someone at Zoom takes. After this time, an interrupted attempt has
 * no effect any more.
 */
export const webinarSeatWaitMs = 150_000

type Wanted = {
  registrationIds: number[]
  task: 'cancel' | 'delete'
  erasureId?: number
  now: Date
}

/**
 * Queues tasks that cancel or delete (`task`) people's registrations in Zoom. If the registrant's id is unknown,
 * because Zoom's reply was lost, the task searches the webinar's registrants for the email's hash. If a job is just
 * registering the person, the task waits `webinarSeatWaitMs` for it.
 */
export async function cancelWebinarSeats(
  tx: Transaction,
  jobs: JobSender,
  { registrationIds, task, erasureId, now }: Wanted,
): Promise<void> {
  const ids = sql.param(registrationIds)
  const seats = registrationIds.map((registrationId) => ({ registrationId }))
  await withdrawJobs(tx, 'take-webinar-seat', seats)
  const mayCome = sql`(s.state = 'waiting' and s.attempts > 0
    and s.tried_at > ${new Date(now.getTime() - webinarSeatWaitMs).toISOString()}::timestamptz)`
  const { rows } = await tx.execute<{ id: number; mayCome: boolean }>(sql`
    with wanted as (
      select s.webinar_id, r.zoom_registration_id, greenroom_address_hash(u.email) as hash,
        ${mayCome} as may_come
      from webinar_seats s
      join event_registrations r on r.id = s.registration_id
      join users u on u.id = r.user_id
      where s.registration_id = any(${ids}::int[]) and s.webinar_id is not null
        and (${task} = 'delete' or s.state <> 'withdrawn')
        and (r.zoom_registration_id is not null or s.is_in_doubt or ${mayCome})),
    added as (
      insert into provider_tasks (provider, task, webinar_id, external_id, address_hash, erasure_id)
      select 'zoom', ${task}, webinar_id, zoom_registration_id, hash, ${erasureId ?? null}::int from wanted
      returning id, webinar_id, address_hash)
    select a.id, bool_or(w.may_come) as "mayCome" from added a
    join wanted w on w.webinar_id = a.webinar_id and w.hash = a.address_hash group by a.id`)
  const startAfter = queueTime(webinarSeatWaitMs)
  const { yes = [], no = [] } = Object.groupBy(rows, ({ mayCome: may }) => (may ? 'yes' : 'no'))
  const taskOf = ({ id }: { id: number }) => ({ taskId: id })
  await jobs.send(tx, 'tell-provider', no.map(taskOf))
  await jobs.send(tx, 'tell-provider', yes.map(taskOf), { startAfter })
}
