import { eq, sql } from 'drizzle-orm'
import type { DomainEventCause } from '#kernel/domain-events.ts'
import { topics as allTopics, type Topic } from '#kernel/values.ts'
import type { Transaction } from '#platform/db/open.ts'
import { recordingOf } from '#platform/domain-events/record-events.ts'
import type { JobSender } from '#platform/jobs/jobs.ts'
import { mailingListMembers } from '#schema/newsletter.ts'
import { users } from '#schema/people.ts'
import { endSeries } from './series-subscriptions.ts'

/**
 * SQL for rows of `users`: `hasAgreed` is true if the person has ever opted in to updates, `hasLeft` if they
 * unsubscribed from them.
 */
export const hasAgreed = sql<boolean>`exists (select from (
    select c.user_id from consents c where c.receive_updates
    union all select a.user_id from event_registrations a where a.receive_updates
  ) agreed where agreed.user_id = users.id)`

export const hasLeft = sql<boolean>`exists (select 1 from unsubscriptions n
  where n.email = users.email and n.topic = 'news')`

/**
 * Records that a person unsubscribed from a topic, which only their resubscribe link undoes. With `jobs`,
 * queues a sync to MailerLite; omit `jobs` if MailerLite reported the unsubscription.
 */
export async function noteUnsubscription(
  tx: Transaction,
  { email, topic, cause }: { email: string; topic: Topic; cause: DomainEventCause },
  jobs?: JobSender,
): Promise<void> {
  await tx.execute(sql`with added as (
      insert into unsubscriptions (email, topic) values (${email}, ${topic})
      on conflict do nothing returning email, topic),
    ${recordingOf(sql`select 'person.unsubscribed' as type, ${cause}::text as cause, null::int as event_id,
      null::int as registration_id, p.key as person_key, a.topic from added a join people p on p.email = a.email`)}
    select 1`)
  if (jobs && topic === 'news') await enqueueSubscriberSync(tx, jobs, { email })
}

type Change = {
  email: string
  /** Time at which the person subscribed again, if they did. */
  resubscribedAt?: Date
}

/**
 * Unsubscribes a person from topics by one act. An act that names all topics, such as "no mails at all", also ends their
 * series registration.
 */
export async function noteUnsubscriptions(
  tx: Transaction,
  { topics, ...person }: { email: string; topics: readonly Topic[]; cause: DomainEventCause },
  jobs?: JobSender,
): Promise<void> {
  for (const topic of topics) await noteUnsubscription(tx, { ...person, topic }, jobs)
  if (allTopics.every((topic) => topics.includes(topic))) await endSeries(tx, person.email)
}

/** Queues a job that updates a person at MailerLite. Only people with a row in `users` can be on the mailing list. */
export async function enqueueSubscriberSync(
  tx: Transaction,
  jobs: JobSender,
  { email, resubscribedAt }: Change,
): Promise<void> {
  const [person] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email))
  if (!person) return
  if (resubscribedAt) {
    await tx
      .insert(mailingListMembers)
      .values({ userId: person.id, resubscribedAt })
      .onConflictDoUpdate({ target: mailingListMembers.userId, set: { resubscribedAt } })
  }
  await jobs.send(tx, 'sync-subscriber', [{ userId: person.id }])
}

/**
 * Queues a call that unsubscribes a person's former address at MailerLite. Resets the stored sync state, so
 * that the new address is synced from scratch.
 */
export async function withdrawSubscriber(
  tx: Transaction,
  jobs: JobSender,
  userId: number,
): Promise<void> {
  const { rows } = await tx.execute<{ taskId: number }>(sql`
    insert into provider_tasks (provider, task, external_id, address_hash)
    select 'mailerlite', 'unsubscribe', m.subscriber_id, greenroom_address_hash(u.email)
    from mailing_list_members m join users u on u.id = m.user_id
    where m.user_id = ${userId} and (m.subscriber_id is not null or m.attempts > 0)
    returning id as "taskId"`)
  await jobs.send(tx, 'tell-provider', rows)
  await tx.execute(sql`update mailing_list_members
    set subscriber_id = null, told = null, told_version = null, state = 'waiting', last_error = null
    where user_id = ${userId}`)
  await tx.execute(sql`delete from user_groups where user_id = ${userId}
    and group_type in ('members', 'event')`)
}
