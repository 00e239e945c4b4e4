import { AsyncLocalStorage } from 'node:async_hooks'
import type { Site } from '#kernel/site.ts'
import type { SiteContent } from '#platform/deps.ts'

/** What is published: `id` tells one publishing from another. */
export type PublishedSite = { id: number; site: Site; partnerPaths: readonly string[] }

/**
 * Keeps what is published for as long as `read` says that it is, for whoever shows it. `siteLock`: why the
 * desk cannot change it.
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
      // Of two that read at once the slower one may bring the older.
      if (found.id <= published.id) return
      published = found
      for (const hear of listeners) hear()
    },
    onPublished: (hear) => void listeners.push(hear),
    siteLock,
  }
}

/** The content of a site file, which changes with a restart only. */
export function fixedSite(site: Site, siteLock?: string): SiteContent {
  const partnerPaths = site.partnerPaths.map(({ path }) => path)
  const fixed = { id: 0, site, partnerPaths }
  return keepSiteContent(fixed, () => Promise.resolve(fixed), siteLock)
}
