import { AsyncLocalStorage } from 'node:async_hooks'
import type { Site } from '#kernel/site.ts'
import type { SiteContent } from '#platform/deps.ts'

/** The published content; `id` is the number of the published version. */
export type PublishedSite = { id: number; site: Site; partnerPaths: readonly string[] }

/**
 * Keeps the published content in memory; `read` loads a newer version. `siteLock` is the reason why administrators
 * cannot change the content; undefined if they can.
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
      // Of two simultaneous reads, the slower one may return the older version. Ignore it.
      if (found.id <= published.id) return
      published = found
      for (const hear of listeners) hear()
    },
    onPublished: (hear) => void listeners.push(hear),
    siteLock,
  }
}

/** Returns the content of a site file. The file is read only once, at the start of the process. */
export function fixedSite(site: Site, siteLock?: string): SiteContent {
  const partnerPaths = site.partnerPaths.map(({ path }) => path)
  const fixed = { id: 0, site, partnerPaths }
  return keepSiteContent(fixed, () => Promise.resolve(fixed), siteLock)
}
