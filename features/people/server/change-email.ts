import { sql } from 'drizzle-orm'
import { addOutboxEntries, makeResendKey } from '#features/mails/server/enqueue.ts'
import { withdrawSubscriber } from '#features/newsletter/server/consents.ts'
import { cancelWebinarSeats } from '#features/webinars/server/cancel-webinar-seats.ts'
import type { Transaction } from '#platform/db/open.ts'
import type { PlanContext, Steps } from './dry-run.ts'
import type { LockedPerson } from './lock-person.ts'

type EmailChange = {
  wasVerified: boolean
  /** Their places in crews, whose links have died. */
  crew: { id: number; eventId: number }[]
}

/**
 * Gives everything of a person to another address, which is nobody's or that of whom they are merged
 * into: their seats are taken anew there, the old address is left at both providers, links in mails to
 * it die and its sessions end. Answers what `enqueueAddressMails` is to tell.
 */
export async function changeEmail(
  tx: Transaction,
  steps: Steps,
  from: LockedPerson,
  to: Pick<LockedPerson, 'key' | 'email' | 'userId'>,
  { jobs, now }: PlanContext,
): Promise<EmailChange> {
  const wasVerified = await isVerified(tx, from)
  const registrationIds = await listComing(tx, from.userId)
  await cancelWebinarSeats(tx, jobs, { registrationIds, task: 'cancel', now })
  if (from.userId !== null) await withdrawSubscriber(tx, jobs, from.userId)
  if (from.key === to.key) {
    await tx.execute(sql`update people set email = ${to.email} where key = ${to.key}`)
  }
  await tx.execute(sql`insert into former_addresses (person_key, email, key)
    values (${to.key}, ${from.email}, ${from.key === to.key ? null : from.key})`)
  if (to.userId === null && from.userId !== null) {
    await steps.count(
      'the person moves to the address',
      sql`update users set email = ${to.email}, updated_at = now() where id = ${from.userId}`,
    )
  }
  const crew = await listCrew(tx, from.email, to.email)
  await reassignActivity(tx, steps, from.email, to.email)
  await steps.count(
    'seats in webinars are taken anew',
    sql`update webinar_seats set state = 'waiting', join_url = null, seated_at = null,
        attempts = attempts + 1, last_error = null, is_in_doubt = false, spent_on = null
      where registration_id = any(${sql.param(registrationIds)}::int[])`,
  )
  await tx.execute(sql`update event_registrations set zoom_registration_id = null
    where id = any(${sql.param(registrationIds)}::int[])`)
  const seats = registrationIds.map((registrationId) => ({ registrationId }))
  await jobs.send(tx, 'take-webinar-seat', seats)
  if (from.userId !== null)
    await jobs.send(tx, 'sync-subscriber', [{ userId: to.userId ?? from.userId }])
  return { wasVerified, crew }
}

/**
 * Tells the new address, with new links to what they hold, and the old one if it ever was verified. Last of all: mails to an address that
 * is nobody's go with whoever had it.
 */
export async function enqueueAddressMails(
  tx: Transaction,
  addresses: { left: string; taken: string } & EmailChange,
  { jobs, now }: Pick<PlanContext, 'jobs' | 'now'>,
): Promise<void> {
  const { left, taken, wasVerified, crew } = addresses
  const dedupeKey = now.toISOString()
  const links = crew.map(({ id, eventId }) => {
    return { kind: 'crew_added', eventId, dedupeKey: makeResendKey(String(id), now) } as const
  })
  const wanted = [{ kind: 'address_changed', dedupeKey } as const, ...links]
  const toNew = wanted.map((one) => ({ ...one, email: taken }))
  await addOutboxEntries(tx, jobs, toNew)
  if (wasVerified)
    await addOutboxEntries(tx, jobs, [{ kind: 'address_left', email: left, dedupeKey }])
}

/** Whether a link in a mail ever showed that the address is theirs. */
async function isVerified(tx: Transaction, { email, userId }: LockedPerson): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select where exists (select from sessions s where s.email = ${email} and s.verified_at is not null)
      or exists (select from message_deliveries d where d.email = ${email} and d.link_first_used_at is not null)
      or exists (select from consents c where c.user_id = ${userId ?? 0} and c.address_verified_at is not null)`)
  return rows.length > 0
}

/** Registrations with a seat, or a try at one, in a webinar that is still to come. */
async function listComing(tx: Transaction, userId: number | null): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select r.id from event_registrations r join events e on e.id = r.event_id
    join webinar_seats s on s.registration_id = r.id
    where r.user_id = ${userId ?? 0} and e.status = 'upcoming' and e.cancelled_at is null
      and s.attended_at is null order by r.id`)
  return rows.map(({ id }) => id)
}

/** Events that they hold and the other address does not. */
async function listCrew(tx: Transaction, from: string, to: string): Promise<EmailChange['crew']> {
  const { rows } = await tx.execute<EmailChange['crew'][number]>(sql`
    select c.id, c.event_id as "eventId" from event_crew c where c.email = ${from}
      and not exists (select from event_crew o where o.email = ${to} and o.event_id = c.event_id)
    order by c.id`)
  return rows
}

/**
 * Gives what hangs on an e-mail to another one. What the other was told already, or unsubscribed from,
 * is theirs once; what both watched is united.
 */
async function reassignActivity(
  tx: Transaction,
  steps: Steps,
  from: string,
  to: string,
): Promise<void> {
  const { count } = steps
  await count(
    'mails that both were told go',
    sql`delete from message_deliveries d where d.email = ${from} and exists (
      select from message_deliveries o where o.email = ${to} and o.kind = d.kind
        and o.event_id is not distinct from d.event_id and o.occasion = d.occasion)`,
  )
  await count('mails move', sql`update message_deliveries set email = ${to} where email = ${from}`)
  await tx.execute(sql`insert into unsubscriptions (email, topic, created_at)
    select ${to}, topic, created_at from unsubscriptions where email = ${from} on conflict do nothing`)
  await count('unsubscriptions stay', sql`delete from unsubscriptions where email = ${from}`)
  await count(
    'recordings watched are united',
    sql`with own as (delete from watch_progress where email = ${from} returning *)
      insert into watch_progress as kept (email, event_id, watched, position, duration, updated_at)
      select ${to}, event_id, watched, position, duration, updated_at from own
      on conflict (email, event_id) do update set watched = kept.watched + excluded.watched,
        position = case when excluded.updated_at > kept.updated_at then excluded.position
          else kept.position end,
        duration = greatest(kept.duration, excluded.duration),
        updated_at = greatest(kept.updated_at, excluded.updated_at)`,
  )
  await tx.execute(sql`update session_watch_progress set email = ${to} where email = ${from}`)
  await count('visits move', sql`update member_page_access set email = ${to} where email = ${from}`)
  await count(
    'browsers are signed out',
    sql`delete from sessions where email = ${from} and administrator_id is null`,
  )
  await tx.execute(sql`delete from sign_in_codes where email = ${from}`)
  await tx.execute(sql`update sessions set email = null, verified_at = null where email = ${from}`)
  await count(
    'places in the same crew join',
    sql`delete from event_crew c where c.email = ${from} and exists (
      select from event_crew o where o.email = ${to} and o.event_id = c.event_id)`,
  )
  await count(
    'places in crews move',
    sql`update event_crew set email = ${to} where email = ${from}`,
  )
  await count(
    'accesses to the library join',
    sql`delete from video_access v where v.email = ${from} and exists (
      select from video_access o where o.email = ${to} and o.event_id is not distinct from v.event_id)`,
  )
  await count(
    'accesses to the library move',
    sql`update video_access set email = ${to} where email = ${from}`,
  )
}
