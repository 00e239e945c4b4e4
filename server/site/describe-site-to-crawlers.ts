/** What only administrators, or one person with a link, should find. */
const privatePaths = [
  '/admin',
  '/bulk-import',
  '/attendee-import',
  '/api/',
  '/join/',
  '/unsubscribe/',
]

/** These fetch a page once, when somebody shares its link; they may preview the library's front door. */
const previewCrawlers = ['facebookexternalhit', 'LinkedInBot', 'Slackbot', 'Twitterbot', 'WhatsApp']

/** The text of robots.txt: the private areas are left out, and nobody indexes the library. */
export function describeSiteToCrawlers(origin: string): string {
  const disallow = (paths: string[]) => paths.map((path) => `Disallow: ${path}`)
  return [
    ...previewCrawlers.map((name) => `User-agent: ${name}`),
    ...disallow(privatePaths),
    '',
    'User-agent: *',
    ...disallow([...privatePaths, '/members']),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n')
}
