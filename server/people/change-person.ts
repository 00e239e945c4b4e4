import { sql } from 'drizzle-orm'
import type { BodyOf } from '#shared/contract/endpoint.ts'
import type { changePerson as contract, PersonPlan } from '#shared/contract/person-acts.ts'
import { writeAuditEntry } from '#server/audit/record-act.ts'
import type { Db } from '#server/db/open.ts'
import { Refusal } from '#server/refusal.ts'
import { lockPerson, type LockedPerson } from './lock-person.ts'
import { changeEmail, enqueueAddressMails } from './move-address.ts'
import { startDryRun, type PlanContext, type Steps } from './note-steps.ts'

/**
 * Corrects the names and the e-mail of a person, in one transaction with all that follows; a dry run
 * only says what would. Throws 404, and 409 with the other's key where the e-mail is somebody else's.
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
    await writeAuditEntry(tx, actor, {
      action: 'person_changed',
      subject: key,
      details: { fields },
      now,
    })
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
  // Whoever holds an event, and is known by that alone, has one name there.
  await steps.count(
    'names in crews are changed',
    sql`update event_crew c set name = trim(concat_ws(' ', ${firstName ?? null}::text, ${lastName ?? null}::text))
      where c.email = ${email} and ${Boolean(firstName || lastName)}
        and not exists (select from video_access v where v.email = c.email)`,
  )
}
