import type { MetaArgs, MetaDescriptor } from 'react-router'
import { siteOfMatches } from '#app/components/use-site.ts'

/** The `meta` of a room: its name before the desk's, and nothing for search engines. */
export function describeRoom(name?: string) {
  return ({ matches }: MetaArgs): MetaDescriptor[] => {
    const series = siteOfMatches(matches)?.site.series.name
    const desk = series === undefined ? 'Admin Dashboard' : `${series} Admin Dashboard`
    return [
      { title: name === undefined ? desk : `${name} | ${desk}` },
      { name: 'robots', content: 'noindex' },
    ]
  }
}
