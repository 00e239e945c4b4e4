import { sql, eq } from 'drizzle-orm'
import { noteUnsubscriptions } from '#features/newsletter/server/consents.ts'
import type { changePerson as contract, PersonPlan } from '#features/people/contract.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import type { Topic } from '#kernel/values.ts'
import { causeOf, writeAuditEntry, type Deed } from '#platform/audit/write-audit-entry.ts'
import type { Db } from '#platform/db/open.ts'
import { recordEvents } from '#platform/domain-events/record-events.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import type { JobSender } from '#platform/jobs/jobs.ts'
import { savePeople } from '#platform/people/save-people.ts'
import { bounces } from '#schema/mails.ts'
import { people } from '#schema/people.ts'
import { changeEmail, enqueueAddressMails } from './change-email.ts'
import { startDryRun, type PlanContext, type Steps } from './dry-run.ts'
import { lockPerson, type LockedPerson } from './lock-person.ts'

/**
 * Corrects a person's name and email with all consequences in one transaction. A dry run writes nothing and
 * returns the consequences. Throws 404 for an unknown person. If the email belongs to another person,
 * throws 409 with that person's key.
 */
export function changePerson(
  db: Db,
  key: string,
  changes: BodyOf<typeof contract>,
  context: PlanContext,
): Promise<PersonPlan> {
  return startDryRun(db, key, context, async (tx, steps) => {
    const person = await lockPerson(tx, key)
    await changeNames(steps, person, changes)
    await savePeople(tx, [person.email])
    const { email } = changes
    if (email !== undefined && email !== person.email) {
      const { rows } = await tx.execute<{ key: string }>(
        sql`select key from people where email = ${email} for update`,
      )
      if (rows[0]) throw new Refusal('email_taken', { into: rows[0].key })
      const to = { key, email, userId: null }
      const moved = await changeEmail(tx, steps, person, to, context)
      await enqueueAddressMails(tx, { left: person.email, taken: email, ...moved }, context)
    }
    const fields = Object.keys(changes).filter((name) => changes[name as keyof typeof changes])
    const { actor, now } = context
    const corrected = { type: 'person.corrected' as const, personKey: key, facts: { fields } }
    await recordEvents(tx, [corrected], causeOf(actor), { actor, now })
  })
}

async function changeNames(
  steps: Steps,
  { email, userId }: LockedPerson,
  { firstName, lastName }: BodyOf<typeof contract>,
) {
  if (firstName === undefined && lastName === undefined) return
  const names = sql`first_name = coalesce(${firstName ?? null}, first_name),
    last_name = coalesce(${lastName ?? null}, last_name)`
  await steps.count(
    'names are changed',
    userId === null
      ? sql`update video_access set ${names} where email = ${email}`
      : sql`update users set ${names}, updated_at = now() where id = ${userId}`,
  )
  if (userId !== null) return
  // For a crew member who never registered, change the name in the crew's table, which is the only one.
  await steps.count(
    'names in crews are changed',
    sql`update event_crew c set name = trim(concat_ws(' ', ${firstName ?? null}::text, ${lastName ?? null}::text))
      where c.email = ${email} and ${Boolean(firstName || lastName)}
        and not exists (select from video_access v where v.email = c.email)`,
  )
}

/** Unsubscribes a person from topics of mail, when they asked the organiser to. */
export async function unsubscribePerson(
  db: Db,
  key: string,
  { topics, actor, jobs, now }: Deed & { topics: Topic[]; jobs: JobSender },
): Promise<{ topics: Topic[] }> {
  return db.transaction(async (tx) => {
    const [person] = await tx.select().from(people).where(eq(people.key, key))
    if (!person) throw new Refusal('no_such_person')
    await noteUnsubscriptions(tx, { email: person.email, topics, cause: causeOf(actor) }, jobs)
    await writeAuditEntry(tx, actor, {
      action: 'person_unsubscribed',
      subject: key,
      details: { topics },
      now,
    })
    return { topics }
  })
}

/**
 * Removes the bounce of a person's email, so that mails are sent to it again. The organiser can then retry
 * failed mails individually. Throws 404 for an unknown person.
 */
export async function removeBounce(
  db: Db,
  key: string,
  { actor, now }: Deed,
): Promise<{ key: string }> {
  return db.transaction(async (tx) => {
    const [person] = await tx.select().from(people).where(eq(people.key, key))
    if (!person) throw new Refusal('no_such_person')
    const gone = await tx.delete(bounces).where(eq(bounces.email, person.email)).returning()
    if (gone.length > 0)
      await writeAuditEntry(tx, actor, { action: 'bounce_cleared', subject: key, now })
    return { key }
  })
}
