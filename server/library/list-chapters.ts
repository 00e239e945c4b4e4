import { asc, inArray } from 'drizzle-orm'
import type { Chapter } from '#shared/contract/transcripts.ts'
import type { Db, Transaction } from '#server/db/open.ts'
import { chapters } from '#server/db/tables/transcripts.ts'

/** The chapters of each of these interviews that has any, in order. */
export async function listChapters(
  db: Db | Transaction,
  eventIds: number[],
): Promise<Map<number, Chapter[]>> {
  const found = new Map<number, Chapter[]>()
  if (eventIds.length === 0) return found
  const rows = await db
    .select()
    .from(chapters)
    .where(inArray(chapters.eventId, eventIds))
    .orderBy(asc(chapters.start))
  for (const { eventId, start, title } of rows) {
    const chapter = { start, title }
    const known = found.get(eventId)
    if (known) known.push(chapter)
    else found.set(eventId, [chapter])
  }
  return found
}
