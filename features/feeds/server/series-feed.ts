import { generateAtomFeed, generateJsonFeed } from 'feedsmith'
import { hasReadyRecording, isInLibrary } from '#features/transcripts/server/recordings.ts'
import type { TimeContext } from '#kernel/event-time.ts'
import { appearsAt } from '#kernel/publishing.ts'
import type { Site } from '#kernel/site.ts'
import { eventPath, shareVersion, writeWatchAddress } from '#kernel/slug.ts'
import type { Db } from '#platform/db/open.ts'
import { events, isPublishedAt } from '#schema/events.ts'

type FeedContext = {
  time: TimeContext
  site: Pick<Site, 'series'>
  /** The site's address, without a trailing slash. */
  origin: string
}

/** The newest ones: who reads a feed has the others, or finds them on the page. */
const most = 100

// oxlint-disable-next-line no-control-regex -- XML can hold none of these
const notOfXml = /[\0-\x08\v\f\x0e-\x1f\x7f\ufffe\uffff]|\p{Surrogate}/gu

/** Text that XML may hold, with plain ends of lines. */
export function plain(text: string) {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll(notOfXml, '')
}

type Row = typeof events.$inferSelect

/** The event itself, and its recording once it can be watched: each is news of its own. */
function entriesOf(event: Row, hasRecording: boolean, origin: string) {
  const { id, title, speakerName, speakerTitle, updatedAt, publishAt, cancelledAt } = event
  const name = plain(`${title} with ${speakerName}`)
  const uuid = event.calendarUid.split('@')[0]!
  const appeared = appearsAt({ publishAt }) ?? event.createdAt
  const updated = updatedAt > appeared ? updatedAt : appeared
  const shared = {
    updated,
    author: plain(speakerName),
    image: `${origin}/share/event-${id}.jpg?v=${shareVersion(updatedAt.toISOString())}`,
  }
  const about = [plain(`${speakerName}, ${speakerTitle}`), plain(event.description)].join('\n\n')
  const entry = {
    ...shared,
    id: `urn:uuid:${uuid}`,
    title: cancelledAt ? `Cancelled: ${name}` : name,
    text: cancelledAt ? `This interview is cancelled.\n\n${about}` : about,
    address: `${origin}${eventPath(event.slug)}`,
    published: appeared,
    tags: ['event', ...(cancelledAt ? ['cancelled'] : [])],
  }
  const recording = {
    ...shared,
    id: `urn:uuid:${uuid}#recording`,
    title: `Recording: ${name}`,
    text: about,
    address: `${origin}${writeWatchAddress(id)}`,
    published: undefined,
    tags: ['recording'],
  }
  return hasRecording ? [recording, entry] : [entry]
}

/** What both feeds say, newest first: never a recording's address, nothing of what is not published. */
async function readEntries(db: Db, { time, origin }: FeedContext) {
  const rows = await db
    .select({ event: events, isReady: hasReadyRecording()!.mapWith(Boolean) })
    .from(events)
    .where(isPublishedAt(time.now))
  return rows
    .flatMap(({ event, isReady }) => entriesOf(event, isReady && isInLibrary(event, time), origin))
    .toSorted((a, b) => b.updated.getTime() - a.updated.getTime())
    .slice(0, most)
}

/** The series as Atom (RFC 4287). Specification, "Feeds". */
export async function writeAtomFeed(db: Db, context: FeedContext): Promise<string> {
  const { site, origin } = context
  const entries = await readEntries(db, context)
  return generateAtomFeed({
    id: `${origin}/feed.atom`,
    title: { value: plain(site.series.name), type: 'text' },
    subtitle: { value: plain(site.series.tagline), type: 'text' },
    updated: entries[0]?.updated ?? new Date(0),
    authors: [{ name: plain(site.series.host.name) }],
    links: [
      { href: `${origin}/feed.atom`, rel: 'self', type: 'application/atom+xml' },
      { href: `${origin}/`, rel: 'alternate', type: 'text/html' },
    ],
    entries: entries.map((entry) => ({
      id: entry.id,
      title: { value: entry.title, type: 'text' },
      updated: entry.updated,
      published: entry.published,
      authors: [{ name: entry.author }],
      links: [{ href: entry.address, rel: 'alternate', type: 'text/html' }],
      categories: entry.tags.map((term) => ({ term })),
      content: { value: entry.text, type: 'text' },
    })),
  })
}

/** The series as JSON Feed 1.1. Specification, "Feeds". */
export async function writeJsonFeed(db: Db, context: FeedContext): Promise<string> {
  const { site, origin } = context
  const entries = await readEntries(db, context)
  const feed = generateJsonFeed({
    title: plain(site.series.name),
    description: plain(site.series.tagline),
    home_page_url: `${origin}/`,
    feed_url: `${origin}/feed.json`,
    authors: [{ name: plain(site.series.host.name) }],
    items: entries.map((entry) => ({
      id: entry.id,
      url: entry.address,
      title: entry.title,
      content_text: entry.text,
      image: entry.image,
      date_published: entry.published,
      date_modified: entry.updated,
      tags: entry.tags,
      authors: [{ name: entry.author }],
    })),
  })
  return JSON.stringify(feed)
}
