import { readEventPage } from '#features/events/server/read-events.ts'
import { escapeMarkup } from '#kernel/escape-markup.ts'
import type { TimeContext } from '#kernel/event-time.ts'
import { plainText } from '#kernel/plain-text.ts'
import type { Site } from '#kernel/site.ts'
import { eventPath } from '#kernel/slug.ts'
import type { Db } from '#platform/db/open.ts'

type OembedContext = { time: TimeContext; site: Pick<Site, 'series'>; origin: string }

/**
 * Returns the oEmbed data of an event's page as type `link`, without scripts and iframes; undefined for the URL of
 * any other page. Throws 404 for an event that visitors cannot see.
 */
export async function describeForEmbedding(
  db: Db,
  url: string,
  { time, site, origin }: OembedContext,
): Promise<Record<string, string> | undefined> {
  const asked = URL.parse(url)
  const [, slug] = /^\/events\/([^/]+)\/?$/.exec(asked?.pathname ?? '') ?? []
  if (asked?.host !== URL.parse(origin)?.host || slug === undefined) return undefined
  const event = await readEventPage(db, readSlug(slug), time)
  const name = plainText(`${event.title} with ${event.speakerName}`)
  return {
    version: '1.0',
    type: 'link',
    title: event.isCancelled ? `Cancelled: ${name}` : name,
    author_name: plainText(event.speakerName),
    author_url: `${origin}${eventPath(event.slug)}`,
    provider_name: plainText(site.series.name),
    provider_url: `${origin}/`,
  }
}

/**
 * Returns the decoded slug. If its percent-encoding is invalid, returns an empty text, which is the slug of no event.
 */
function readSlug(written: string) {
  try {
    return decodeURIComponent(written)
  } catch {
    return ''
  }
}

/** Returns the oEmbed data as XML. */
export function writeOembedXml(described: Record<string, string>): string {
  const fields = Object.entries(described).map(
    ([name, value]) => `  <${name}>${escapeMarkup(value)}</${name}>`,
  )
  const declaration = '<?xml version="1.0" encoding="utf-8" standalone="yes"?>'
  return [declaration, '<oembed>', ...fields, '</oembed>', ''].join('\n')
}
