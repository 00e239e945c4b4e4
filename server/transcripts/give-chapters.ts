import { eq } from 'drizzle-orm'
import type { Chapter } from '#shared/contract/transcripts.ts'
import { writeAuditEntry, type Actor } from '#server/audit/record-act.ts'
import type { Db, Transaction } from '#server/db/open.ts'
import { chapters, transcripts } from '#server/db/tables/transcripts.ts'
import { lockEvent } from '#server/events/lock-event.ts'
import { invalidInput } from '#server/refusal.ts'
import { compressAnswer, expandAnswer } from './compress-answer.ts'
import { readChapters } from './read-chapters.ts'
import { announceEventChange } from './tell-of-words.ts'

type Context = { dryRun: boolean; actor: Actor; now: Date }

/** Replaces the chapters of an interview; an empty text takes them away. Throws 400 where none is read. */
export async function saveChapters(
  db: Db,
  eventId: number,
  text: string,
  { dryRun, actor, now }: Context,
): Promise<{ chapters: Chapter[]; warnings: string[] }> {
  const read = readChapters(text)
  if (read.chapters.length === 0 && text.trim() !== '') {
    const message = 'No chapter can be read: write one on each line, such as 00:00 Welcome'
    throw invalidInput([{ field: 'text', message }])
  }
  return db.transaction(async (tx) => {
    const { event } = await lockEvent(tx, eventId)
    if (dryRun) return read
    await tx.delete(chapters).where(eq(chapters.eventId, eventId))
    const rows = read.chapters.map((chapter) => ({ ...chapter, eventId }))
    if (rows.length > 0) await tx.insert(chapters).values(rows)
    await renewAnswer(tx, eventId, read.chapters)
    await announceEventChange(tx, eventId)
    await writeAuditEntry(tx, actor, {
      action: 'chapters_given',
      subject: event.title,
      details: { eventId, chapters: rows.length },
      now,
    })
    return read
  })
}

async function renewAnswer(tx: Transaction, eventId: number, given: Chapter[]) {
  const ofEvent = eq(transcripts.eventId, eventId)
  const [known] = await tx.select({ answer: transcripts.answer }).from(transcripts).where(ofEvent)
  if (!known) return
  const { cues } = await expandAnswer(known.answer)
  const answer = await compressAnswer({ cues, chapters: given })
  await tx.update(transcripts).set({ answer }).where(ofEvent)
}
