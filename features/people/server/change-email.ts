import { sql } from 'drizzle-orm'
import { addOutboxEntries, repeat } from '#features/mails/server/enqueue.ts'
import { withdrawSubscriber } from '#features/newsletter/server/consents.ts'
import { cancelWebinarSeats } from '#features/webinars/server/cancel-webinar-seats.ts'
import type { Transaction } from '#platform/db/open.ts'
import { savePeople } from '#platform/people/save-people.ts'
import type { PlanContext, Steps } from './dry-run.ts'
import { heldOfPerson } from './held-of-person.ts'
import type { LockedPerson } from './lock-person.ts'

type EmailChange = {
  wasVerified: boolean
  /** The person's crew memberships; the links to their crew pages are revoked. */
  crew: { id: number; eventId: number }[]
}

/**
 * Moves all rows of a person to another email: a new one, or that of the person with whom they are merged. Updates Zoom
 * and MailerLite, invalidates links in earlier mails and ends sessions. Returns the input of `enqueueAddressMails`.
 */
export async function changeEmail(
  tx: Transaction,
  steps: Steps,
  from: LockedPerson,
  to: Pick<LockedPerson, 'key' | 'email' | 'userId'>,
  { jobs, now }: PlanContext,
): Promise<EmailChange> {
  const wasVerified = await isVerified(tx, from)
  const registrationIds = await listComingRegistrations(tx, from.userId)
  await cancelWebinarSeats(tx, jobs, { registrationIds, task: 'cancel', now })
  if (from.userId !== null) await withdrawSubscriber(tx, jobs, from.userId)
  const crew = await listCrew(tx, from.email, to.email)
  for (const [table, { email: change }] of Object.entries(heldOfPerson).toReversed()) {
    await change?.({ tx, steps, table, from, to, coming: registrationIds })
  }
  await savePeople(tx, [to.email])
  await tx.execute(sql`insert into former_addresses (person_key, email, key)
    values (${to.key}, ${from.email}, ${from.key === to.key ? null : from.key})`)
  const seats = registrationIds.map((registrationId) => ({ registrationId }))
  await jobs.send(tx, 'take-webinar-seat', seats)
  if (from.userId !== null)
    await jobs.send(tx, 'sync-subscriber', [{ userId: to.userId ?? from.userId }])
  return { wasVerified, crew }
}

/**
 * Adds a mail to the new email with new personal links to the outbox, and if the old email was verified, a notice to
 * it. Call this last, because deleting a person deletes mails to them.
 */
export async function enqueueAddressMails(
  tx: Transaction,
  addresses: { left: string; taken: string } & EmailChange,
  { jobs, now }: Pick<PlanContext, 'jobs' | 'now'>,
): Promise<void> {
  const { left, taken, wasVerified, crew } = addresses
  const dedupeKey = now.toISOString()
  const links = crew.map(({ id, eventId }) => {
    return { kind: 'crew_added', eventId, ...repeat({ dedupeKey: String(id) }, now) } as const
  })
  const wanted = [{ kind: 'address_changed', dedupeKey } as const, ...links]
  const toNew = wanted.map((one) => ({ ...one, email: taken }))
  await addOutboxEntries(tx, jobs, toNew)
  if (wasVerified)
    await addOutboxEntries(tx, jobs, [{ kind: 'address_left', email: left, dedupeKey }])
}

/**
 * Returns whether the person has ever proved, by a link or code in a mail, that they receive mail at their
 * email.
 */
async function isVerified(tx: Transaction, { email, userId }: LockedPerson): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select where exists (select from sessions s where s.email = ${email} and s.verified_at is not null)
      or exists (select from outbox_entries d where d.email = ${email} and d.link_first_used_at is not null)
      or exists (select from consents c where c.user_id = ${userId ?? 0} and c.address_verified_at is not null)`)
  return rows.length > 0
}

/** Returns the ids of a person's registrations for which Zoom may have a registration, for events in the future. */
async function listComingRegistrations(tx: Transaction, userId: number | null): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select r.id from event_registrations r join events e on e.id = r.event_id
    join webinar_seats s on s.registration_id = r.id
    where r.user_id = ${userId ?? 0} and e.status = 'upcoming' and e.cancelled_at is null
      and s.attended_at is null order by r.id`)
  return rows.map(({ id }) => id)
}

/** Returns the crew memberships of the email `from` in events in which the email `to` has none. */
async function listCrew(tx: Transaction, from: string, to: string): Promise<EmailChange['crew']> {
  const { rows } = await tx.execute<EmailChange['crew'][number]>(sql`
    select c.id, c.event_id as "eventId" from event_crew c where c.email = ${from}
      and not exists (select from event_crew o where o.email = ${to} and o.event_id = c.event_id)
    order by c.id`)
  return rows
}
