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

/** Longer than creating a group can take; after that, the claiming process counts as dead. */
const claimMs = 60_000
const longestTitle = 150

/**
 * Returns the group id of each event, creating missing groups by name. Only the holder of the claim
 * creates a group, after a search: an earlier attempt may have created it without recording the
 * response. Throws TryLater while another node holds the claim.
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
  // The mark survives title changes. The event's id alone would be ambiguous, because a restored
  // copy may assign it to another event.
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
