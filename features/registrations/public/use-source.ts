import { useLocation } from 'react-router'
import { loadedPath } from '#client/api/loaded-path.ts'
import { useSite } from '#client/page/use-site.ts'
import { landingPathName } from '#kernel/front-page.ts'

/**
 * The landing path the visitor came by, for `source`, also after a link inside the site led away from
 * it; it stands in the address where no script could remember it. Nothing for who came by the front page itself.
 */
export function useSource(): string | undefined {
  const { pathname, search } = useLocation()
  const { site } = useSite()
  const here = landingPathName(pathname, site) ?? landingPathName(loadedPath() ?? '', site)
  return here ?? new URLSearchParams(search).get('source') ?? undefined
}
