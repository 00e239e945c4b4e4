import { useLocation } from 'react-router'
import { loadedPath } from '#client/api/loaded-path.ts'
import { useSite } from '#client/page/use-site.ts'
import { landingPathName } from '#kernel/front-page.ts'

/**
 * Returns the path at which the visitor entered the site, for the field `source` of forms, even after they
 * navigated within the site. Without JavaScript, the URL carries this path. Returns undefined for visitors
 * who entered at the front page.
 */
export function useSource(): string | undefined {
  const { pathname, search } = useLocation()
  const { site } = useSite()
  const here = landingPathName(pathname, site) ?? landingPathName(loadedPath() ?? '', site)
  return here ?? new URLSearchParams(search).get('source') ?? undefined
}
