import type { Db } from '#server/db/open.ts'
import { listEvents } from '#server/events/list-events.ts'
import type { Moment } from '#server/events/present-event.ts'

/** The text of sitemap.xml: the front page, which every partner path names as its original. */
export async function listPublicPages(db: Db, moment: Moment, origin: string): Promise<string> {
  const events = await listEvents(db, moment)
  const changed = events
    .map(({ updatedAt }) => updatedAt)
    .toSorted()
    .at(-1)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    `  <url><loc>${escapeXml(`${origin}/`)}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ''}</url>`,
    '</urlset>',
    '',
  ].join('\n')
}

function escapeXml(text: string) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
