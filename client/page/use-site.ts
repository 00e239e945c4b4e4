import type { ComponentProps } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { PageTexts } from '#kernel/site-texts.ts'
import type { PublicSite } from '#kernel/site.ts'
import type { ZoneClock } from '#kernel/zone-clock.ts'

/** The displayed content of the site, and its public origin. */
export type SiteData = { site: Omit<PublicSite, 'texts'> & { texts: PageTexts }; origin: string }

/** The data of the root loader. */
export type RootData = SiteData & {
  hasInterviews: boolean
  clock: ZoneClock
  /** Attributes of the document's head that depend on the look. */
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

/** Returns the series' texts by their names in `kernel/site-texts.ts`. */
export function useTexts(): PageTexts {
  return useSite().site.texts
}

/** Returns useSite's data for a route's `meta`; undefined if the root failed to load. */
export function siteOfMatches(
  matches: ({ id: string; loaderData?: unknown } | undefined)[],
): SiteData | undefined {
  return matches.find((match) => match?.id === 'root')?.loaderData as SiteData | undefined
}
