import { useLocation } from 'react-router'
import { landingPathName } from '#shared/landing-paths.ts'
import { loadedPath } from '#app/api/loaded-path.ts'
import { useSite } from '#app/components/use-site.ts'

/**
 * The landing path the visitor came by, for `source`, also after a link inside the site led away from
 * it; nothing for who came by the front page itself.
 */
export function useSource(): string | undefined {
  const { pathname } = useLocation()
  const { site } = useSite()
  return landingPathName(pathname, site) ?? landingPathName(loadedPath() ?? '', site)
}
