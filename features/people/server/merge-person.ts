import { eq, sql } from 'drizzle-orm'
import { hasAgreed } from '#features/newsletter/server/consents.ts'
import type { PersonPlan } from '#features/people/contract.ts'
import { causeOf } from '#platform/audit/write-audit-entry.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { recordEvents } from '#platform/domain-events/record-events.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import { savePeople } from '#platform/people/save-people.ts'
import { domainEvents } from '#schema/domain-events.ts'
import { changeEmail, enqueueAddressMails } from './change-email.ts'
import { startDryRun, type PlanContext } from './dry-run.ts'
import { heldOfPerson } from './held-of-person.ts'
import { lockPerson, type LockedPerson } from './lock-person.ts'

/**
 * Merges two people in one transaction. All rows of the first person (`key`) move to the second (`into`),
 * who keeps their own key and email, and whose consent does not become wider. The first key then leads to
 * the merged person.
 */
export function mergePerson(
  db: Db,
  key: string,
  into: string,
  context: PlanContext,
): Promise<PersonPlan> {
  if (key === into) throw new Refusal('same_person')
  const { actor, now } = context
  const cause = causeOf(actor)
  return startDryRun(db, into, context, async (tx, steps) => {
    const locked = new Map<string, LockedPerson>()
    for (const one of [key, into].toSorted((a, b) => a.localeCompare(b))) {
      locked.set(one, await lockPerson(tx, one))
    }
    const [from, to] = [locked.get(key)!, locked.get(into)!]
    if (from.userId !== null) await limitConsent(tx, from.userId, to.userId)
    const moved = await changeEmail(tx, steps, from, to, context)
    if (from.userId !== null && to.userId !== null) {
      for (const [table, { merge }] of Object.entries(heldOfPerson).toReversed()) {
        if (merge === undefined || typeof merge === 'string') continue
        await merge({ tx, steps, table, from: from.userId, to: to.userId, cause })
      }
      await savePeople(tx, [to.email])
    }
    await steps.count('the duplicate entry is deleted', sql`delete from people where key = ${key}`)
    await enqueueAddressMails(tx, { left: from.email, taken: to.email, ...moved }, context)
    // Change the person key of all domain events, including those that `joinRegistrations` recorded above.
    await tx.update(domainEvents).set({ personKey: into }).where(eq(domainEvents.personKey, key))
    const merged = { type: 'person.merged' as const, personKey: into, facts: { from: key } }
    await recordEvents(tx, [merged], cause, { actor, now })
  })
}

/**
 * Removes the first person's opt-ins unless the other person has opted in, too, so that a merge never
 * widens consent.
 */
async function limitConsent(tx: Transaction, from: number, to: number | null) {
  const { rows } = await tx.execute<{ agreed: boolean }>(
    sql`select ${hasAgreed} as agreed from users where users.id = ${to ?? 0}`,
  )
  if (rows[0]?.agreed) return
  await tx.execute(sql`update event_registrations
    set receive_updates = false, receive_event_invites = false where user_id = ${from}`)
  await tx.execute(sql`delete from consents where user_id = ${from}`)
}
