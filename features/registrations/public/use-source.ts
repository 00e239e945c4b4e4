import { useLocation } from 'react-router'
import { loadedPath } from '#client/api/loaded-path.ts'
import { useSite } from '#client/page/use-site.ts'
import { landingPathName } from '#kernel/front-page.ts'

/**
 * Returns the visitor's landing path, for `source`, even after they navigated within the site.
 * Without JavaScript, the path is carried in the URL. Undefined for visitors who landed on the
 * front page.
 */
export function useSource(): string | undefined {
  const { pathname, search } = useLocation()
  const { site } = useSite()
  const here = landingPathName(pathname, site) ?? landingPathName(loadedPath() ?? '', site)
  return here ?? new URLSearchParams(search).get('source') ?? undefined
}
