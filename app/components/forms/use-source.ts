import { useLocation } from 'react-router'
import { landingPathName } from '#shared/landing-paths.ts'
import { loadedPath } from '#app/api/loaded-path.ts'
import { useSite } from '#app/components/use-site.ts'

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
