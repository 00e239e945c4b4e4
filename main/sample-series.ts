import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { takeSlug } from '#features/events/server/slugs.ts'
import { insertEvents } from '#features/events/server/write-events.ts'
import { readChapters } from '#features/transcripts/server/chapters.ts'
import { prepareTranscript } from '#features/transcripts/server/prepare-transcript.ts'
import { writeTranscript } from '#features/transcripts/server/store-transcript.ts'
import { dayInZone, instantInZone, type TimeContext } from '#kernel/event-time.ts'
import { eventStatuses } from '#kernel/values.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { OperatorError } from '#platform/errors/operator-error.ts'
import { events } from '#schema/events.ts'
import { chapters } from '#schema/transcripts.ts'

const clockTime = z
  .string()
  .regex(/^\d{2}:\d{2}$/, 'must be HH:mm')
  .nullable()

const sampleEvent = z.object({
  title: z.string(),
  speakerName: z.string(),
  speakerTitle: z.string(),
  description: z.string(),
  status: z.enum(eventStatuses),
  /** Days from the site's first start to the sample event; null for an event without a date. */
  startsInDays: z.int().nullable(),
  /** Start of the event, HH:mm in the display time zone. */
  time: clockTime,
  endTime: clockTime,
  dateConfirmed: z.boolean(),
  priority: z.int(),
  featureImage: z.string(),
  bannerImage: z.string(),
  videoUrl: z.string().nullable(),
  recordingReady: z.boolean(),
  /** Name of the transcript's file in the folder of the sample series. */
  transcript: z
    .string()
    .regex(/^[\w-]+\.vtt$/, 'must be the name of a .vtt file')
    .optional(),
  /** Chapters of the recording, one per line, in the format of video descriptions: `00:00 Title`. */
  chapters: z.array(z.string()).optional(),
})
type SampleEvent = z.output<typeof sampleEvent>

const sampleSeries = z.object({ events: z.array(sampleEvent) })

const dayMs = 24 * 60 * 60 * 1000

function toRow(
  {
    startsInDays,
    time: startTime,
    endTime,
    transcript: _words,
    chapters: _chapters,
    ...fields
  }: SampleEvent,
  time: TimeContext,
) {
  if (startsInDays === null) return { ...fields, isSample: true }
  const day = new Date(time.now.getTime() + startsInDays * dayMs)
  const eventDate = dayInZone(day, time.timeZone)
  const instant = (clock: string | null) =>
    clock && instantInZone(eventDate, clock, time.timeZone).toISOString()
  return {
    ...fields,
    isSample: true,
    eventDate,
    eventTime: instant(startTime),
    eventEndTime: instant(endTime),
  }
}

/** Thrown if the sample series is invalid; the message names the file and each invalid field. */
export class InvalidSampleSeries extends OperatorError {}

function folderOf(siteFile: string) {
  return join(dirname(siteFile), 'sample')
}

/** Returns the sample events in the folder `sample` beside the site file; an empty list if there are none. */
async function readSampleSeries(siteFile: string) {
  const file = join(folderOf(siteFile), 'series.json')
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw new InvalidSampleSeries(`${file} cannot be read: ${(error as Error).message}`)
  }
  try {
    return sampleSeries.parse(JSON.parse(text)).events
  } catch (error) {
    const what = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message
    throw new InvalidSampleSeries(`${file} is invalid (set SAMPLE_DATA=0 to skip it):\n${what}`)
  }
}

async function addSampleWords(
  tx: Transaction,
  eventId: number,
  { transcript, chapters: lines = [] }: SampleEvent,
  folder: string,
) {
  const read = readChapters(lines.join('\n')).chapters
  const rows = read.map((chapter) => ({ ...chapter, eventId }))
  if (rows.length > 0) await tx.insert(chapters).values(rows)
  if (transcript === undefined) return
  const source = await readFile(join(folder, transcript), 'utf8').catch((error: Error) => {
    throw new InvalidSampleSeries(`${join(folder, transcript)} cannot be read: ${error.message}`)
  })
  const given = { language: 'en', fileName: transcript, isSample: true }
  await writeTranscript(
    tx,
    { eventId, source, ...given },
    prepareTranscript({ text: source, shiftMs: 0 }),
  )
}

/**
 * Adds the sample events in `sample/series.json` to a database in which there has never been an event, so that deleted
 * samples do not come back. Returns their number. Throws InvalidSampleSeries.
 */
export async function loadSampleSeries(
  db: Db,
  siteFile: string,
  time: TimeContext,
): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${events} in share row exclusive mode`)
    const { rows: known } = await tx.execute<{ held: boolean }>(
      sql`select is_called as held from events_id_seq`,
    )
    if (known[0]?.held) return 0
    const samples = await readSampleSeries(siteFile)
    if (samples.length === 0) return 0
    const rows = samples.map((event) => toRow(event, time))
    const added = await insertEvents(tx, rows, { ...time, cause: 'terminal' })
    for (const [position, event] of added.entries()) {
      await takeSlug(tx, event)
      await addSampleWords(tx, event.id, samples[position]!, folderOf(siteFile))
    }
    return samples.length
  })
}
