import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { dayInZone, instantInZone } from '#shared/event-time.ts'
import { eventStatuses } from '#shared/values.ts'
import type { Db } from '#server/db/open.ts'
import { events } from '#server/db/schema.ts'
import type { Moment } from '#server/events/present-event.ts'

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
  /** Days from the first start; null where no date is fixed. */
  startsInDays: z.int().nullable(),
  /** In the display zone. */
  time: clockTime,
  endTime: clockTime,
  dateConfirmed: z.boolean(),
  priority: z.int(),
  featureImage: z.string(),
  bannerImage: z.string(),
  videoUrl: z.string().nullable(),
  recordingReady: z.boolean(),
})

const sampleSeries = z.object({ events: z.array(sampleEvent) })

const dayMs = 24 * 60 * 60 * 1000

function toRow(
  { startsInDays, time, endTime, ...fields }: z.output<typeof sampleEvent>,
  moment: Moment,
) {
  if (startsInDays === null) return { ...fields, isSample: true }
  const day = new Date(moment.now.getTime() + startsInDays * dayMs)
  const eventDate = dayInZone(day, moment.timeZone)
  const instant = (clock: string | null) =>
    clock && instantInZone(eventDate, clock, moment.timeZone).toISOString()
  return {
    ...fields,
    isSample: true,
    eventDate,
    eventTime: instant(time),
    eventEndTime: instant(endTime),
  }
}

/** The sample series cannot be used; the message names the file and each field. */
export class InvalidSampleSeries extends Error {}

/** What lies beside the site file; nothing where a series of one's own has no samples. */
async function readSampleSeries(siteFile: string) {
  const file = join(dirname(siteFile), 'sample', 'series.json')
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
    throw new InvalidSampleSeries(`${file} has mistakes (SAMPLE_DATA=0 leaves it out):\n${what}`)
  }
}

/**
 * Loads sample/series.json beside the site file once, into a database that never held an event: a
 * deleted sample stays deleted. Answers how many events were added, none where there is no such file.
 * Throws InvalidSampleSeries. decisions.md, "Sample series".
 */
export async function loadSampleSeries(db: Db, siteFile: string, moment: Moment): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${events} in share row exclusive mode`)
    const { rows } = await tx.execute<{ held: boolean }>(
      sql`select is_called as held from events_id_seq`,
    )
    if (rows[0]?.held) return 0
    const samples = await readSampleSeries(siteFile)
    if (samples.length === 0) return 0
    await tx.insert(events).values(samples.map((event) => toRow(event, moment)))
    return samples.length
  })
}
