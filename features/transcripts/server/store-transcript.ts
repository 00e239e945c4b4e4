import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import { and, eq, ne } from 'drizzle-orm'
import type { MemberTranscript } from '#features/transcripts/contract.ts'
import { findSearchConfig } from '#kernel/search-languages.ts'
import type { Transaction } from '#platform/db/open.ts'
import { transcriptPassages, transcripts } from '#schema/transcripts.ts'
import type { PreparedTranscript } from './prepare-transcript.ts'
import { listChapters } from './recordings.ts'

type Written = Omit<typeof transcripts.$inferInsert, 'answer' | 'noticed' | 'words'>

const passagesInOneInsert = 500
/** Stores a transcript, its compressed form for members and its search index; replaces an earlier transcript. */
export async function writeTranscript(
  tx: Transaction,
  row: Written,
  { cues, understood, words, passages }: PreparedTranscript,
): Promise<void> {
  const { eventId } = row
  const chapters = (await listChapters(tx, [eventId])).get(eventId) ?? []
  const answer = await compressJson(
    Buffer.concat([
      Buffer.from('{"cues":'),
      cues,
      Buffer.from(`,"chapters":${JSON.stringify(chapters)}}`),
    ]),
  )
  const { droppedRepeats, warnings, skipped } = understood
  const whole = { ...row, answer, noticed: { droppedRepeats, warnings, skipped }, words }
  await tx
    .insert(transcripts)
    .values(whole)
    .onConflictDoUpdate({ target: transcripts.eventId, set: { ...whole, eventId: undefined } })
  await tx.delete(transcriptPassages).where(eq(transcriptPassages.eventId, eventId))
  const config = findSearchConfig(row.language)
  for (let at = 0; at < passages.length; at += passagesInOneInsert) {
    const some = passages.slice(at, at + passagesInOneInsert)
    await tx
      .insert(transcriptPassages)
      .values(some.map((passage) => ({ ...passage, eventId, config })))
  }
}

/** Updates language and visibility of a stored transcript, and the language of its search index. */
export async function updateTranscript(
  tx: Transaction,
  { eventId, language, isPublic, updatedAt }: Written,
): Promise<void> {
  await tx
    .update(transcripts)
    .set({ language, isPublic, updatedAt })
    .where(eq(transcripts.eventId, eventId))
  const config = findSearchConfig(language)
  await tx
    .update(transcriptPassages)
    .set({ config })
    .where(and(eq(transcriptPassages.eventId, eventId), ne(transcriptPassages.config, config)))
}

const compress = promisify(brotliCompress)
const decompress = promisify(brotliDecompress)

/** Compresses a transcript as members receive it. Runs once, when the transcript is saved. */
export function compressAnswer(answer: MemberTranscript): Promise<Buffer> {
  return compressJson(Buffer.from(JSON.stringify(answer)))
}

/**
 * Bytes of JSON, about five hours of speech, above which Brotli uses a lower quality: the highest would block the
 * transaction for seconds.
 */
const mostAtBest = 512 * 1024

function compressJson(json: Buffer): Promise<Buffer> {
  return compress(json, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: json.length > mostAtBest ? 9 : constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: json.length,
    },
  })
}

export async function expandAnswer(compressed: Buffer): Promise<MemberTranscript> {
  return JSON.parse((await decompress(compressed)).toString()) as MemberTranscript
}
