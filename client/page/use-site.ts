import type { ComponentProps } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { PageTexts } from '#kernel/site-texts.ts'
import type { PublicSite } from '#kernel/site.ts'
import type { ZoneClock } from '#kernel/zone-clock.ts'

/** The site's content as it is shown, and the public address. */
export type SiteData = { site: Omit<PublicSite, 'texts'> & { texts: PageTexts }; origin: string }

/** What the root's loader hands to every screen. */
export type RootData = SiteData & {
  hasInterviews: boolean
  clock: ZoneClock
  /** What of the look stands in the head of the document, as attributes. */
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

/** The texts of the series, each by the name that `kernel/site-texts.ts` gives it. */
export function useTexts(): PageTexts {
  return useSite().site.texts
}

/** What useSite answers, for a route's `meta`; undefined while the root failed to load. */
export function siteOfMatches(
  matches: ({ id: string; loaderData?: unknown } | undefined)[],
): SiteData | undefined {
  return matches.find((match) => match?.id === 'root')?.loaderData as SiteData | undefined
}
