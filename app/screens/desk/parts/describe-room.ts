import type { MetaArgs, MetaDescriptor } from 'react-router'
import { siteOfMatches } from '#app/components/use-site.ts'

/** The `meta` of a room: its name before the admin area's, and nothing for search engines. */
export function describeRoom(name?: string) {
  return ({ matches }: MetaArgs): MetaDescriptor[] => {
    const series = siteOfMatches(matches)?.site.series.name
    const admin = series === undefined ? 'Admin Dashboard' : `${series} Admin Dashboard`
    return [
      { title: name === undefined ? admin : `${name} | ${admin}` },
      { name: 'robots', content: 'noindex' },
    ]
  }
}
