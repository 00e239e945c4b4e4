import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db, Transaction } from '#server/db/open.ts'
import { mailingListMembers } from '#server/db/tables/mailing-list.ts'
import { userGroups } from '#server/db/tables/people.ts'
import { GiveUp } from '#server/jobs/outcomes.ts'
import type { SubscriberFields } from './create-mailerlite-client.ts'
import { findEventGroups, type GroupContext } from './find-event-groups.ts'
import { MailerliteError } from './mailerlite-error.ts'
import { noteUnsubscription } from './note-unsubscription.ts'
import { digestOf, type Member } from './read-member.ts'
import { countCalls } from './take-slot.ts'

export type SaveContext = GroupContext & { membersGroup: string | undefined }

type Membership = {
  groupType: 'members' | 'event'
  groupIdentifier: string
  mailerliteGroupId: string
}

/** Whether they subscribed again here since MailerLite was told last. */
function isResubscribed({ row }: Member) {
  if (!row?.resubscribedAt) return false
  return row.syncedAt === null || row.syncedAt < row.resubscribedAt
}

/** MailerLite's way of writing an instant, in UTC. */
function writeInstant(instant: Date) {
  return instant.toISOString().slice(0, 19).replace('T', ' ')
}

/**
 * Adds a person to MailerLite or brings them up to date there, in the members' group and those of their
 * events, and notes it. Who is found unsubscribed there is unsubscribed here. Throws a MailerliteError.
 */
export async function saveSubscriber(db: Db, context: SaveContext, member: Member): Promise<void> {
  const { client, membersGroup, now, signal } = context
  const memberships = await findMemberships(db, context, member)
  const isNewConsent = isResubscribed(member)
  const body: SubscriberFields = {
    email: member.email,
    fields: { name: member.firstName, last_name: member.lastName, company: member.company },
    groups: memberships.map(({ mailerliteGroupId }) => mailerliteGroupId),
    // Never otherwise: it would end an unsubscription that we have not heard of yet.
    ...(isNewConsent && {
      status: 'active' as const,
      opted_in_at: writeInstant(member.row!.resubscribedAt!),
    }),
  }
  const { id, status } = await client.saveSubscriber(body, signal)
  const hasLeftThere = ['unsubscribed', 'bounced', 'junk'].includes(status)
  if (hasLeftThere && isNewConsent) throw new GiveUp(`MailerLite keeps this address as ${status}`)
  await leaveOldGroups(db, context, member, id)
  await db.transaction(async (tx) => {
    await noteMemberships(tx, member.userId, memberships)
    if (hasLeftThere) await noteUnsubscription(tx, { email: member.email, topic: 'news' })
    await tx
      .update(mailingListMembers)
      .set({
        state: hasLeftThere ? 'left' : 'synced',
        subscriberId: id,
        told: hasLeftThere ? null : digestOf(member, membersGroup),
        toldVersion: member.version,
        syncedAt: now,
        lastError: hasLeftThere ? `MailerLite has this address as ${status}` : null,
      })
      .where(eq(mailingListMembers.userId, member.userId))
  })
}

async function findMemberships(db: Db, context: SaveContext, { registered }: Member) {
  const { membersGroup } = context
  const eventGroups = await findEventGroups(db, context, registered)
  const memberships: Membership[] = [...eventGroups].map(([eventId, mailerliteGroupId]) => ({
    groupType: 'event',
    groupIdentifier: String(eventId),
    mailerliteGroupId,
  }))
  if (membersGroup) {
    const groupType = 'members'
    memberships.unshift({ groupType, groupIdentifier: 'all', mailerliteGroupId: membersGroup })
  }
  return memberships
}

async function noteMemberships(tx: Transaction, userId: number, memberships: Membership[]) {
  if (memberships.length === 0) return
  await tx
    .insert(userGroups)
    .values(memberships.map((membership) => ({ ...membership, userId })))
    .onConflictDoUpdate({
      target: [userGroups.userId, userGroups.groupType, userGroups.groupIdentifier],
      set: { mailerliteGroupId: sql`excluded.mailerlite_group_id` },
    })
}

/** The groups of events that they are no longer registered for, e.g. after an import was undone. */
async function leaveOldGroups(
  db: Db,
  { client, now, signal }: SaveContext,
  { registered, groups }: Member,
  subscriberId: string,
) {
  const ids = new Set(registered.map(({ id }) => String(id)))
  const old = groups.filter(
    ({ groupType, groupIdentifier }) => groupType === 'event' && !ids.has(groupIdentifier),
  )
  if (old.length === 0) return
  await countCalls(db, old.length, now)
  for (const { mailerliteGroupId } of old) {
    if (!mailerliteGroupId) continue
    await client.leaveGroup(subscriberId, mailerliteGroupId, signal).catch((error: unknown) => {
      const isGone = error instanceof MailerliteError && error.fault === 'missing'
      if (!isGone) throw error
    })
  }
  const oldIds = old.map(({ id }) => id)
  await db
    .delete(userGroups)
    .where(and(inArray(userGroups.id, oldIds), eq(userGroups.groupType, 'event')))
}
