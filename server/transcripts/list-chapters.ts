import { asc, sql } from 'drizzle-orm'
import type { Chapter } from '#shared/contract/transcripts.ts'
import type { Db, Transaction } from '#server/db/open.ts'
import { prepared, type Slots } from '#server/db/prepared.ts'
import { chapters } from '#server/db/tables/transcripts.ts'

const readChapters = prepared('list_chapters', (db, of: Slots<{ eventIds: number[] }>) =>
  db
    .select()
    .from(chapters)
    .where(sql`${chapters.eventId} = any(${of.eventIds}::integer[])`)
    .orderBy(asc(chapters.start)),
)

/** The chapters of each of these interviews that has any, in order. */
export async function listChapters(
  db: Db | Transaction,
  eventIds: number[],
): Promise<Map<number, Chapter[]>> {
  const found = new Map<number, Chapter[]>()
  if (eventIds.length === 0) return found
  const rows = await readChapters(db, { eventIds })
  for (const { eventId, start, title } of rows) {
    const chapter = { start, title }
    const known = found.get(eventId)
    if (known) known.push(chapter)
    else found.set(eventId, [chapter])
  }
  return found
}
