import { createHash } from 'node:crypto'
import { asc, eq, sql, and, inArray } from 'drizzle-orm'
import type { Db, Transaction } from '#platform/db/open.ts'
import { GiveUp } from '#platform/jobs/run-job.ts'
import { events, isPublishedAt } from '#schema/events.ts'
import { mailingListMembers, userGroups } from '#schema/newsletter.ts'
import { users } from '#schema/people.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { noteUnsubscription, hasAgreed, hasLeft } from './consents.ts'
import { findEventGroups, type GroupContext } from './event-groups.ts'
import { isAboutStatus, type SubscriberFields, MailerliteError } from './mailerlite-client.ts'
import { countCalls } from './reserve-rate-slot.ts'

/**
 * Returns all data that a person's sync to MailerLite depends on, with published events only; undefined if the
 * person was deleted.
 */
export async function readMember(db: Db | Transaction, userId: number, now: Date) {
  const [found] = await db
    .select({
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
      company: users.company,
      version: users.updatedAt,
      hasAgreed,
      hasLeft,
      row: mailingListMembers,
    })
    .from(users)
    .leftJoin(mailingListMembers, eq(mailingListMembers.userId, users.id))
    .where(eq(users.id, userId))
  if (!found) return undefined
  const registered = await db
    .select({ id: events.id, title: events.title, calendarUid: events.calendarUid })
    .from(eventRegistrations)
    .innerJoin(events, eq(events.id, eventRegistrations.eventId))
    .where(and(eq(eventRegistrations.userId, userId), isPublishedAt(now)))
    .orderBy(asc(events.id))
  const groups = await db.select().from(userGroups).where(eq(userGroups.userId, userId))
  return { ...found, userId, registered, groups }
}

export type Member = NonNullable<Awaited<ReturnType<typeof readMember>>>

/**
 * Returns a hash of everything that MailerLite gets to know about a person. If the last update had the same hash, no
 * update is needed.
 */
export function digestOf(member: Member, membersGroup: string | undefined): string {
  const { email, firstName, lastName, company, registered } = member
  const told = [
    email,
    firstName,
    lastName,
    company,
    membersGroup ?? '',
    registered.map(({ id }) => id),
  ]
  return createHash('sha256').update(JSON.stringify(told)).digest('base64url')
}

export type SaveContext = GroupContext & { membersGroup: string | undefined }

type Membership = {
  groupType: 'members' | 'event'
  groupIdentifier: string
  mailerliteGroupId: string
}

/** Returns whether the person subscribed again on this site since the last sync. */
function isResubscribed({ row }: Member) {
  if (!row?.resubscribedAt) return false
  return row.syncedAt === null || row.syncedAt < row.resubscribedAt
}

/** Formats a time in UTC as MailerLite does. */
function writeInstant(instant: Date) {
  return instant.toISOString().slice(0, 19).replace('T', ' ')
}

/**
 * Creates or updates a person at MailerLite, in the group for all members and the groups of their events, and
 * records the result. If MailerLite lists the person as unsubscribed, unsubscribes them on this site. Throws a
 * MailerliteError.
 */
export async function saveSubscriber(db: Db, context: SaveContext, member: Member): Promise<void> {
  const { membersGroup, now } = context
  const memberships = await findMemberships(db, context, member)
  const isNewConsent = isResubscribed(member)
  const body: SubscriberFields = {
    email: member.email,
    fields: {
      ...(member.firstName && { name: member.firstName }),
      ...(member.lastName && { last_name: member.lastName }),
      ...(member.company && { company: member.company }),
    },
    groups: memberships.map(({ mailerliteGroupId }) => mailerliteGroupId),
    // Set `active` only after a new consent; otherwise it would revert an unsubscription at MailerLite whose
    // webhook has not arrived yet.
    ...(isNewConsent && {
      status: 'active' as const,
      opted_in_at: writeInstant(member.row!.resubscribedAt!),
    }),
  }
  const { id, status } = await saveOrFind(db, context, member, body)
  const hasLeftThere = leftStatuses.has(status)
  if (hasLeftThere && isNewConsent) throw new GiveUp(`MailerLite keeps this address as ${status}`)
  await leaveOldGroups(db, context, member, id)
  await db.transaction(async (tx) => {
    await noteMemberships(tx, member.userId, memberships)
    if (hasLeftThere)
      await noteUnsubscription(tx, { email: member.email, topic: 'news', cause: 'provider' })
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

const leftStatuses = new Set(['unsubscribed', 'bounced', 'junk'])

/**
 * Saves a subscriber at MailerLite. If the person has opted in again after unsubscribing, reactivates the subscriber
 * first. If MailerLite rejects the subscriber, because they unsubscribed or bounced there, returns their present entry.
 * Throws a MailerliteError.
 */
async function saveOrFind(
  db: Db,
  { client, now, signal }: SaveContext,
  { email, row }: Member,
  body: SubscriberFields,
) {
  const find = () => client.findSubscriber(email, signal).catch(undefinedIfMissing)
  try {
    if (body.status && body.opted_in_at) {
      await countCalls(db, 1, now)
      const subscriberId = row?.subscriberId ?? (await find())?.id
      if (subscriberId) {
        await client.resubscribe(subscriberId, body.opted_in_at, signal).catch(undefinedIfMissing)
      }
    }
    return await client.saveSubscriber(body, signal)
  } catch (error) {
    if (!isAboutStatus(error)) throw error
    await countCalls(db, 1, now)
    const found = await find()
    if (found && leftStatuses.has(found.status)) return found
    throw error
  }
}

function undefinedIfMissing(error: unknown): undefined {
  if (error instanceof MailerliteError && error.fault === 'missing') return undefined
  throw error
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

/**
 * Removes a person from the MailerLite groups of events for which they are no longer registered, e.g. after an
 * import was undone.
 */
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
    await client.leaveGroup(subscriberId, mailerliteGroupId, signal).catch(undefinedIfMissing)
  }
  const oldIds = old.map(({ id }) => id)
  await db
    .delete(userGroups)
    .where(and(inArray(userGroups.id, oldIds), eq(userGroups.groupType, 'event')))
}

/**
 * Unsubscribes a person at MailerLite, and records that. A person unknown to MailerLite is not sent there.
 * Throws a MailerliteError.
 */
export async function unsubscribeMember(
  db: Db,
  { client, now, signal }: Pick<SaveContext, 'client' | 'now' | 'signal'>,
  { userId, email, row }: Member,
): Promise<void> {
  const subscriberId = await unsubscribe()
  await db
    .update(mailingListMembers)
    .set({
      state: 'left',
      told: null,
      syncedAt: now,
      lastError: null,
      ...(subscriberId && { subscriberId }),
    })
    .where(eq(mailingListMembers.userId, userId))

  async function unsubscribe() {
    try {
      if (row?.subscriberId) return (await client.unsubscribe(row.subscriberId, signal)).id
      const { id, status } = await client.findSubscriber(email, signal)
      const isThere = status === 'active' || status === 'unconfirmed'
      return isThere ? (await client.unsubscribe(id, signal)).id : id
    } catch (error) {
      if (error instanceof MailerliteError && error.fault === 'missing') return undefined
      throw error
    }
  }
}
