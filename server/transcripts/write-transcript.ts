import { eq } from 'drizzle-orm'
import { foldLetters } from '#shared/fold-letters.ts'
import { findSearchConfig } from '#shared/search-configs.ts'
import type { Transaction } from '#server/db/open.ts'
import { transcriptPassages, transcripts } from '#server/db/tables/transcripts.ts'
import { buildPassages } from './build-passages.ts'
import { compressAnswer } from './compress-answer.ts'
import { listChapters } from './list-chapters.ts'
import type { Cue } from './read-transcript.ts'
import { serializeCue } from './understand-transcript.ts'

type Written = Omit<typeof transcripts.$inferInsert, 'answer' | 'words'>

const passagesInOneInsert = 500
const longestWord = 40
const mostWords = 20_000

/** Stores a transcript with what members get of it and what is searched, in place of an earlier one. */
export async function writeTranscript(tx: Transaction, row: Written, cues: Cue[]): Promise<void> {
  const { eventId } = row
  const chapters = (await listChapters(tx, [eventId])).get(eventId) ?? []
  const answer = await compressAnswer({ cues: cues.map(serializeCue), chapters })
  const whole = { ...row, answer, words: findWords(cues) }
  await tx
    .insert(transcripts)
    .values(whole)
    .onConflictDoUpdate({ target: transcripts.eventId, set: { ...whole, eventId: undefined } })
  await tx.delete(transcriptPassages).where(eq(transcriptPassages.eventId, eventId))
  const config = findSearchConfig(row.language)
  const passages = buildPassages(cues).map(({ lines }) => {
    const spoken = lines.map(({ text }) => text).join('\n')
    return {
      eventId,
      config,
      starts: lines.map(({ startMs }) => startMs),
      speakers: lines.map(({ speaker }) => speaker ?? ''),
      spoken,
      folded: foldLetters(spoken),
    }
  })
  for (let at = 0; at < passages.length; at += passagesInOneInsert) {
    await tx.insert(transcriptPassages).values(passages.slice(at, at + passagesInOneInsert))
  }
}

/** The different words of a text, as near ones are looked for. */
export function findWords(cues: Pick<Cue, 'text'>[]): string[] {
  const words = new Set<string>()
  for (const { text } of cues) {
    for (const [word] of foldLetters(text)
      .toLowerCase()
      .matchAll(/[\p{L}\p{N}]{3,}/gu)) {
      if (word.length <= longestWord && words.size < mostWords) words.add(word)
    }
  }
  return [...words]
}
