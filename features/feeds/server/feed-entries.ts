import { desc, sql } from 'drizzle-orm'
import { isInLibrary } from '#features/transcripts/server/recordings.ts'
import { describeWhen, eventEnd, type TimeContext } from '#kernel/event-time.ts'
import { plainText } from '#kernel/plain-text.ts'
import { appearsAt } from '#kernel/publishing.ts'
import type { Site } from '#kernel/site.ts'
import { eventPath, shareVersion, writeWatchAddress } from '#kernel/slug.ts'
import type { Db } from '#platform/db/open.ts'
import { events, isPublishedAt } from '#schema/events.ts'

export type FeedContext = {
  time: TimeContext
  site: Pick<Site, 'series' | 'display'>
  /** Origin of the site's URL, without a trailing slash. */
  origin: string
}

export type FeedEntry = {
  /**
   * Permanent id of the feed entry, stored in the database, so that it stays when URL, time or title of the event
   * change.
   */
  id: string
  title: string
  text: string
  author: string
  /** URL of the page about the event or recording. (`image` is the URL of the picture.) */
  address: string
  image: string
  published: Date
  updated: Date
  tags: string[]
}

/** Maximum number of entries in a feed. Feed readers keep older entries, and the site lists them. */
const most = 100

/**
 * Returns feed entries for visible events and released recordings, latest change first. They contain no URL of a
 * recording and nothing about unpublished events.
 */
export async function readFeedEntries(db: Db, context: FeedContext): Promise<FeedEntry[]> {
  const { time } = context
  const rows = await db
    .select()
    .from(events)
    .where(isPublishedAt(time.now))
    .orderBy(desc(newestOf(time.now)), desc(events.id))
    // The newest feed entries belong to the most recently changed events, so reading `most` events is enough for `most`
    // entries.
    .limit(most)
  return rows
    .flatMap((event) => {
      const entry = describeEvent(event, context)
      const isWatchable = event.recordingReadyAt !== null && isInLibrary(event, time)
      return isWatchable ? [describeRecording(event, context), entry] : [entry]
    })
    .toSorted((a, b) => b.updated.getTime() - a.updated.getTime())
    .slice(0, most)
}

/**
 * An event has two feed entries: one about the event, one about its recording. Returns SQL for the time at which the
 * later of them changed; must agree with `describeEvent` and `describeRecording`.
 */
function newestOf(now: Date) {
  const moment = sql`${now.toISOString()}::timestamptz`
  const [ready, end] = [events.recordingReadyAt, events.endsAt]
  return sql`greatest(${events.readersChangeAt},
    coalesce(${events.publishAt}, ${events.publishedByHandAt}, ${events.createdAt}),
    ${ready}, case when ${ready} is not null and ${end} <= ${moment} then ${end} end)`
}

type Row = typeof events.$inferSelect

function describeEvent(event: Row, { site, origin }: FeedContext): FeedEntry {
  const { title, speakerName, cancelledAt, slug } = event
  const published = appearanceOf(event)
  const name = plainText(`${title} with ${speakerName}`)
  const when = describeWhen(event, site.display)
  return {
    ...describeBoth(event, origin),
    id: nameEntry(event),
    title: cancelledAt ? `Cancelled: ${name}` : name,
    text: [
      ...(cancelledAt ? ['This event was cancelled.'] : []),
      ...(when ? [plainText(when)] : []),
      describeGuest(event),
    ].join('\n\n'),
    address: `${origin}${eventPath(slug)}`,
    published,
    updated: latest(published, changeOf(event)),
    tags: ['event', ...(cancelledAt ? ['cancelled'] : [])],
  }
}

/** Returns the feed entry for a recording, dated by its release. */
function describeRecording(event: Row, { time, origin }: FeedContext): FeedEntry {
  const { recordingReadyAt, updatedAt, title, speakerName } = event
  const end = eventEnd(event, time.timeZone)
  const published = latest(
    appearanceOf(event),
    recordingReadyAt ?? updatedAt,
    ...(end && end <= time.now ? [end] : []),
  )
  return {
    ...describeBoth(event, origin),
    id: `${nameEntry(event)}#recording`,
    title: `Recording: ${plainText(`${title} with ${speakerName}`)}`,
    text: describeGuest(event),
    address: `${origin}${writeWatchAddress(event.id)}`,
    published,
    updated: latest(published, changeOf(event)),
    tags: ['recording'],
  }
}

function describeBoth({ id, speakerName, updatedAt }: Row, origin: string) {
  return {
    author: plainText(speakerName),
    image: `${origin}/share/event-${id}.jpg?v=${shareVersion(updatedAt.toISOString())}`,
  }
}

function describeGuest({ speakerName, speakerTitle, description }: Row) {
  return plainText([`${speakerName}, ${speakerTitle}`, description].join('\n\n'))
}

/** Returns the id of an event's feed entry, made from the UUID in the event's calendar UID. */
function nameEntry({ calendarUid }: Row) {
  return `urn:uuid:${calendarUid.split('@')[0]}`
}

function appearanceOf({ publishAt, publishedByHandAt, createdAt }: Row) {
  return appearsAt({ publishAt }) ?? publishedByHandAt ?? createdAt
}

/**
 * Returns when the content of an event's feed entry last changed. Changes that feed readers do not see, such as the
 * meeting link, do not count.
 */
function changeOf({ readersChangeAt, updatedAt }: Row) {
  return readersChangeAt ?? updatedAt
}

export function latest(...instants: Date[]): Date {
  return new Date(Math.max(...instants.map((instant) => instant.getTime())))
}
