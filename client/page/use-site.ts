import type { ComponentProps } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { PageTexts } from '#kernel/site-texts.ts'
import type { PublicSite } from '#kernel/site.ts'
import type { ZoneClock } from '#kernel/zone-clock.ts'

/** The site's content as pages display it, and the site's public origin. */
export type SiteData = {
  site: Omit<PublicSite, 'texts'> & { texts: PageTexts; isCounted: boolean }
  origin: string
}

/** The data that the root route's loader returns for every page. */
export type RootData = SiteData & {
  hasInterviews: boolean
  clock: ZoneClock
  /** Elements of the document's head that depend on the site's look. */
  head: {
    themes: { content: string; media?: string }[]
    links: (Pick<ComponentProps<'link'>, 'type' | 'as' | 'sizes' | 'title' | 'crossOrigin'> & {
      rel: string
      href: string
    })[]
  }
}

export function useSite(): RootData {
  const data = useRouteLoaderData('root')
  if (!data) throw new Error('the content of the site was not loaded')
  return data as RootData
}

/** Returns the site's texts, by their names in `kernel/site-texts.ts`. */
export function useTexts(): PageTexts {
  return useSite().site.texts
}

/**
 * Returns the data of `useSite` for a route's `meta` function, which cannot call hooks; undefined if the root
 * loader failed.
 */
export function siteOfMatches(
  matches: ({ id: string; loaderData?: unknown } | undefined)[],
): SiteData | undefined {
  return matches.find((match) => match?.id === 'root')?.loaderData as SiteData | undefined
}
