import { createHash } from 'node:crypto'
import { eq, inArray, isNull, lt, or, and } from 'drizzle-orm'
import type { Db } from '#platform/db/open.ts'
import { queueTime, TryLater } from '#platform/jobs/run-job.ts'
import { mailingListGroups } from '#schema/newsletter.ts'
import type { MailerliteClient } from './mailerlite-client.ts'
import { countCalls } from './reserve-rate-slot.ts'

export type GroupContext = {
  client: MailerliteClient
  series: string
  now: Date
  signal?: AbortSignal
}

type GroupedEvent = { id: number; title: string; calendarUid: string }

/**
 * Milliseconds after which a claim to create a group expires. Creating takes less time unless the process has
 * died.
 */
const claimMs = 60_000
const longestTitle = 150

/**
 * Returns the id of each event's MailerLite group, and creates missing groups. A node first claims a group, and
 * then searches for it by name: an earlier attempt may have created the group without recording its id. Throws
 * TryLater while another node holds the claim.
 */
export async function findEventGroups(
  db: Db,
  context: GroupContext,
  events: GroupedEvent[],
): Promise<Map<number, string>> {
  if (events.length === 0) return new Map()
  const ids = events.map(({ id }) => id)
  const known = await db
    .select()
    .from(mailingListGroups)
    .where(inArray(mailingListGroups.eventId, ids))
  const groups = new Map<number, string>()
  for (const { eventId, groupId } of known) if (groupId) groups.set(eventId, groupId)
  for (const event of events) {
    if (!groups.has(event.id)) groups.set(event.id, await makeGroup(db, context, event))
  }
  return groups
}

async function makeGroup(
  db: Db,
  { client, series, now, signal }: GroupContext,
  { id, title, calendarUid }: GroupedEvent,
): Promise<string> {
  const table = mailingListGroups
  const [claim] = await db
    .insert(table)
    .values({ eventId: id, claimedUntil: new Date(now.getTime() + claimMs) })
    .onConflictDoUpdate({
      target: table.eventId,
      set: { claimedUntil: new Date(now.getTime() + claimMs) },
      setWhere: and(
        isNull(table.groupId),
        or(isNull(table.claimedUntil), lt(table.claimedUntil, now)),
      ),
    })
    .returning({ eventId: table.eventId })
  if (!claim) {
    const [made] = await db.select().from(table).where(eq(table.eventId, id))
    if (made?.groupId) return made.groupId
    throw new TryLater('The group of the event is being created', queueTime(2_000))
  }
  // MailerLite's groups are found by name. The hash in the name identifies the event even if its title changes; the
  // event's id alone does not, because a restored backup may assign that id to another event.
  const mark = createHash('sha256').update(calendarUid).digest('hex').slice(0, 6)
  const beginning = `${series.slice(0, longestTitle / 2).toWellFormed()}, event ${id} (${mark}): `
  const name = `${beginning}${title.slice(0, longestTitle).toWellFormed()}`
  try {
    await countCalls(db, 2, now)
    const groupId =
      (await client.findGroup(beginning, signal)) ?? (await client.createGroup(name, signal))
    await db.update(table).set({ groupId, claimedUntil: null }).where(eq(table.eventId, id))
    return groupId
  } catch (error) {
    await db.update(table).set({ claimedUntil: null }).where(eq(table.eventId, id))
    throw error
  }
}
