import { max } from 'drizzle-orm'
import { escapeMarkup } from '#kernel/escape-markup.ts'
import { plainText } from '#kernel/plain-text.ts'
import type { Site } from '#kernel/site.ts'
import type { Db } from '#platform/db/open.ts'
import { seriesFeed } from '#schema/feeds.ts'
import { siteVersions } from '#schema/site.ts'
import { latest, readFeedEntries, type FeedContext, type FeedEntry } from './feed-entries.ts'

/**
 * Returns the feed of the series in Atom (RFC 4287). All texts have type `text`, so that feed readers do not parse
 * them as markup.
 */
export async function writeAtomFeed(db: Db, context: FeedContext): Promise<string> {
  const { site, origin } = context
  const { name, tagline, host } = describeSeries(site)
  const entries = await readFeedEntries(db, context)
  const { uid, createdAt } = await readFeed(db)
  const changes = [entries[0]?.updated, await findPublishing(db)].filter((change) => !!change)
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    element('id', `urn:uuid:${uid}`),
    element('title', name),
    element('subtitle', tagline),
    element('updated', (changes.length > 0 ? latest(...changes) : createdAt).toISOString()),
    writeAuthor(host),
    `<link rel="self" type="application/atom+xml" href="${escapeMarkup(`${origin}/feed.atom`)}"/>`,
    writeLink(`${origin}/`),
    ...entries.map(writeEntry),
    '</feed>',
    '',
  ].join('\n')
}

function writeEntry(entry: FeedEntry) {
  return [
    '<entry>',
    element('id', entry.id),
    element('title', entry.title),
    element('updated', entry.updated.toISOString()),
    element('published', entry.published.toISOString()),
    writeAuthor(entry.author),
    writeLink(entry.address),
    ...entry.tags.map((tag) => `<category term="${tag}"/>`),
    element('content', entry.text),
    '</entry>',
  ].join('\n')
}

function element(name: string, text: string) {
  return `<${name}>${escapeMarkup(text)}</${name}>`
}

function writeAuthor(name: string) {
  return `<author>${element('name', name)}</author>`
}

function writeLink(address: string) {
  return `<link rel="alternate" type="text/html" href="${escapeMarkup(address)}"/>`
}

function describeSeries({ series }: Pick<Site, 'series'>) {
  const { name, tagline, host } = series
  return { name: plainText(name), tagline: plainText(tagline), host: plainText(host.name) }
}

/**
 * Returns when the site's content, which contains the feed's title, was last published; undefined without a published
 * version.
 */
async function findPublishing(db: Db) {
  const [last] = await db.select({ at: max(siteVersions.publishedAt) }).from(siteVersions)
  return last?.at
}

/**
 * Returns the row with the feed's permanent id, and creates it on first use. If several nodes create it at once, one
 * row wins.
 */
export async function readFeed(db: Db) {
  const [known] = await db.select().from(seriesFeed)
  if (known) return known
  await db.insert(seriesFeed).values({}).onConflictDoNothing()
  const [named] = await db.select().from(seriesFeed)
  return named!
}

/** Returns the feed of the series in JSON Feed 1.1. */
export async function writeJsonFeed(db: Db, context: FeedContext): Promise<string> {
  const { site, origin } = context
  const { name, tagline, host } = describeSeries(site)
  const entries = await readFeedEntries(db, context)
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: name,
    description: tagline,
    home_page_url: `${origin}/`,
    feed_url: `${origin}/feed.json`,
    language: 'en',
    authors: [{ name: host }],
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
}
