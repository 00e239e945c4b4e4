import type { FastifyInstance } from 'fastify'
import { removeSampleSeries } from '#features/events/contract.ts'
import { listEvents } from '#features/events/server/read-events.ts'
import { iconAddress, type Branded } from '#features/pictures/rules.ts'
import * as contract from '#features/site/contract.ts'
import type { ReplyOf } from '#kernel/endpoint.ts'
import { escapeMarkup } from '#kernel/escape-markup.ts'
import type { TimeContext } from '#kernel/event-time.ts'
import { deriveColours, stageMode } from '#kernel/look-colours.ts'
import type { Site } from '#kernel/site.ts'
import { eventPath } from '#kernel/slug.ts'
import { pageTexts } from '#kernel/texts-schema.ts'
import type { Db } from '#platform/db/open.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import { type Call, readActor } from '#platform/http/call.ts'
import { serve } from '#platform/http/serve.ts'
import { serveCached, serveCachedDocument } from '#platform/http/serve-cached.ts'
import { drawOwnPage, listOwnPages } from './own-page.ts'
import { removeSamples } from './remove-samples.ts'
import {
  getSiteContent,
  listSiteVersions,
  publishSite,
  restoreSiteVersion,
  saveSiteDraft,
} from './site-draft.ts'

/**
 * Adds the API routes that return the site's content and custom pages, and the paths of robots.txt, sitemap.xml and the
 * web manifest.
 */
export function siteRoutes(app: FastifyInstance) {
  const { db, site, time, pictures, settings } = app.deps

  serveCached(app, contract.getSite, () => ({
    ...presentSite(site(), pictures.versioned),
    isCounted: settings().countViews,
  }))
  serveCached(app, contract.getOwnPage, async ({ params }) => {
    const page = await drawOwnPage(db, site(), params.page)
    if (!page) throw new Refusal('no_such_page')
    return page
  })

  const serveText = (document: Omit<Parameters<typeof serveCachedDocument>[1], 'keeping'>) =>
    serveCachedDocument(app, { ...document, keeping: 'public, max-age=3600' })
  serveText({
    path: '/robots.txt',
    type: 'text/plain; charset=utf-8',
    write: describeSiteToCrawlers,
  })
  serveText({
    path: '/sitemap.xml',
    type: 'application/xml; charset=utf-8',
    write: (origin) => listPublicPages(db, { time: time(), site: site() }, origin),
  })
  serveText({
    path: '/manifest.webmanifest',
    type: 'application/manifest+json; charset=utf-8',
    write: () => JSON.stringify(describeSiteAsApp(site())),
  })
}

/** Adds the API routes by which the admin area saves, publishes and restores the site's content. */
export function siteContentRoutes(app: FastifyInstance) {
  const { deps } = app
  const { db, clock, pictures } = deps
  const deed = async (call: Call) => ({ actor: await readActor(call), now: clock.now() })

  serve(app, contract.getSiteContent, () => getSiteContent(db, deps))
  serve(app, contract.saveSiteDraft, async ({ body }, call) => {
    const { isThere } = pictures
    return saveSiteDraft(db, body, { ...(await deed(call)), isThere }, deps)
  })
  serve(app, contract.publishSite, async ({ body }, call) =>
    publishSite(db, body, await deed(call), deps),
  )
  serve(app, removeSampleSeries, async ({ query }, call) => {
    const confirmed = query.registrations
    return removeSamples(db, { ...(await deed(call)), siteLock: deps.siteLock, confirmed })
  })
  serve(app, contract.listSiteVersions, () => listSiteVersions(db))
  serve(app, contract.restoreSiteVersion, async ({ params, body }, call) =>
    restoreSiteVersion(db, { ...params, ...body }, await deed(call), deps),
  )
}

/**
 * Returns the content for public pages. URLs of pictures contain a version, so that browsers can cache them. Empty
 * texts have their default, so that browser code needs no defaults.
 */
function presentSite(
  content: Site,
  versioned: (address: string) => string,
): Omit<ReplyOf<typeof contract.getSite>, 'isCounted'> {
  const { pages, mails: _, ...site } = content
  const { series, hero, look, share } = site
  const own = Object.fromEntries(listOwnPages({ pages }).map((page) => [page, `/${page}`]))
  const shown = <Picture extends { src: string }>(picture: Picture) => ({
    ...picture,
    src: versioned(picture.src),
  })
  const withLogo = <Named extends { logo: string }>(named: Named) => ({
    ...named,
    logo: versioned(named.logo),
  })
  return {
    ...site,
    series: {
      ...series,
      privacyUrl: series.privacyUrl ?? own.privacy,
      imprintUrl: series.imprintUrl ?? own.imprint,
    },
    hero: {
      ...hero,
      ...(hero.image && { image: shown(hero.image) }),
      ...(hero.narrowImage && { narrowImage: shown(hero.narrowImage) }),
    },
    look: {
      ...look,
      ...(look.logo && { logo: { light: shown(look.logo.light), dark: shown(look.logo.dark) } }),
    },
    partners: site.partners.map(withLogo),
    supporters: site.supporters.map(withLogo),
    share: { ...share, image: shown(share.image) },
    texts: pageTexts(site),
  }
}

/** Paths that only administrators, or one person by a link, may use. */
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
 * Returns robots.txt, which excludes private paths. It does not exclude the library: crawlers must fetch its page to
 * see `noindex`, and previews of shared links need it.
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

/**
 * Returns sitemap.xml: the front page, the list of events, the custom pages, and the page of each event that is not
 * cancelled. Partner paths show the front page, so they are left out.
 */
async function listPublicPages(
  db: Db,
  { time, site }: { time: TimeContext; site: Site },
  origin: string,
): Promise<string> {
  const events = await listEvents(db, time)
  const changed = events
    .map(({ updatedAt }) => updatedAt)
    .toSorted()
    .at(-1)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    entry(`${origin}/`, changed),
    entry(`${origin}/events`, changed),
    ...listOwnPages(site).map((page) => entry(`${origin}/${page}`, undefined)),
    ...events.map(({ slug, updatedAt }) => entry(`${origin}${eventPath(slug)}`, updatedAt)),
    '</urlset>',
    '',
  ].join('\n')
}

function entry(address: string, changed: string | undefined) {
  const lastmod = changed ? `<lastmod>${changed}</lastmod>` : ''
  return `  <url><loc>${escapeMarkup(address)}</loc>${lastmod}</url>`
}

function describeSiteAsApp(site: Branded & Pick<Site, 'series'>) {
  const { series, look } = site
  const { canvas } = deriveColours(look.accent, stageMode(look.scheme))
  return {
    name: series.name,
    short_name: series.name,
    description: series.tagline,
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    background_color: canvas,
    theme_color: canvas,
    icons: [
      { src: iconAddress('icon-192.png', site), type: 'image/png', sizes: '192x192' },
      { src: iconAddress('icon-512.png', site), type: 'image/png', sizes: '512x512' },
      {
        src: iconAddress('icon-maskable.png', site),
        type: 'image/png',
        sizes: '512x512',
        purpose: 'maskable',
      },
    ],
  }
}
