import { AsyncLocalStorage } from 'node:async_hooks'
import type { Site } from '#kernel/site.ts'
import type { SiteContent } from '#platform/deps.ts'

/** The published content; `id` identifies the publication. */
export type PublishedSite = { id: number; site: Site; partnerPaths: readonly string[] }

/**
 * Caches the published content as long as `read` returns the same publication. `siteLock`: why the admin
 * area cannot change it.
 */
export function keepSiteContent(
  first: PublishedSite,
  read: (known: PublishedSite) => Promise<PublishedSite>,
  siteLock?: string,
): SiteContent {
  const held = new AsyncLocalStorage<Site>()
  const listeners: (() => void)[] = []
  let published = first
  const site = () => held.getStore() ?? published.site
  return {
    site,
    partnerPaths: () => published.partnerPaths,
    holdSite: (run, chosen = site()) => held.run(chosen, run),
    async refreshSite() {
      const found = await read(published)
      // If two reads overlap, the slower one may return the older version.
      if (found.id <= published.id) return
      published = found
      for (const hear of listeners) hear()
    },
    onPublished: (hear) => void listeners.push(hear),
    siteLock,
  }
}

/** Returns the content of a site file, which is only read at start. */
export function fixedSite(site: Site, siteLock?: string): SiteContent {
  const partnerPaths = site.partnerPaths.map(({ path }) => path)
  const fixed = { id: 0, site, partnerPaths }
  return keepSiteContent(fixed, () => Promise.resolve(fixed), siteLock)
}
