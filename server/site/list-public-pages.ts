import { eventPath } from '#shared/slug.ts'
import type { TimeContext } from '#shared/time-context.ts'
import type { Db } from '#server/db/open.ts'
import { listEvents } from '#server/events/list-events.ts'

/**
 * The text of sitemap.xml: the front page, which every partner path names as its original, and the page
 * of each event that is not cancelled.
 */
export async function listPublicPages(db: Db, time: TimeContext, origin: string): Promise<string> {
  const events = await listEvents(db, time)
  const changed = events
    .map(({ updatedAt }) => updatedAt)
    .toSorted()
    .at(-1)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    entry(`${origin}/`, changed),
    ...events.map(({ slug, updatedAt }) => entry(`${origin}${eventPath(slug)}`, updatedAt)),
    '</urlset>',
    '',
  ].join('\n')
}

function entry(address: string, changed: string | undefined) {
  const lastmod = changed ? `<lastmod>${changed}</lastmod>` : ''
  return `  <url><loc>${escapeXml(address)}</loc>${lastmod}</url>`
}

function escapeXml(text: string) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
