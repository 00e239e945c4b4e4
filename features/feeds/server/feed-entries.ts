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
  /** The site's origin, without a trailing slash. */
  origin: string
}

export type FeedEntry = {
  /** Stored in the database, so that it does not change with address, time and title. */
  id: string
  title: string
  text: string
  author: string
  /** URL of the entry's page, and URL of a picture. */
  address: string
  image: string
  published: Date
  updated: Date
  tags: string[]
}

/** Maximum number of entries. Feed readers keep older ones, and the site lists them. */
const most = 100

/**
 * Returns visible events and released recordings, latest change first. Contains no recording's URL and
 * nothing unpublished.
 */
export async function readFeedEntries(db: Db, context: FeedContext): Promise<FeedEntry[]> {
  const { time } = context
  const rows = await db
    .select()
    .from(events)
    .where(isPublishedAt(time.now))
    .orderBy(desc(newestOf(time.now)), desc(events.id))
    // Each event has an entry at its latest time, so no further event can be among the newest entries.
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

/** SQL for the later of both entries' `updated`, as computed below. */
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
      ...(cancelledAt ? ['This interview is cancelled.'] : []),
      ...(when ? [plainText(when)] : []),
      describeGuest(event),
    ].join('\n\n'),
    address: `${origin}${eventPath(slug)}`,
    published,
    updated: latest(published, changeOf(event)),
    tags: ['event', ...(cancelledAt ? ['cancelled'] : [])],
  }
}

/** Returns the entry of a recording, dated by its release. */
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

/** Returns the entry's id: the UID of the calendar entry before the `@`. */
function nameEntry({ calendarUid }: Row) {
  return `urn:uuid:${calendarUid.split('@')[0]}`
}

function appearanceOf({ publishAt, publishedByHandAt, createdAt }: Row) {
  return appearsAt({ publishAt }) ?? publishedByHandAt ?? createdAt
}

/** Returns when anything visible to readers changed; meeting link and order on the home page are not. */
function changeOf({ readersChangeAt, updatedAt }: Row) {
  return readersChangeAt ?? updatedAt
}

export function latest(...instants: Date[]): Date {
  return new Date(Math.max(...instants.map((instant) => instant.getTime())))
}
