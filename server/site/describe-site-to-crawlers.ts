/** What only administrators, or one person with a link, should find. */
const privatePaths = [
  '/admin',
  '/bulk-import',
  '/attendee-import',
  '/api/',
  '/join/',
  '/crew/',
  '/unsubscribe/',
]

/**
 * The text of robots.txt: the private areas are left out. The library is not: its page says itself that
 * it is not to be indexed, which only those read who may fetch it, and shared links get their preview.
 */
export function describeSiteToCrawlers(origin: string): string {
  return [
    'User-agent: *',
    ...privatePaths.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n')
}
