import { useCallback, useEffect, useRef } from 'react'
import { useLocation, useNavigation } from 'react-router'

/**
 * Says, whenever it is asked, whether nobody is on the way to another page: what is written into the
 * address a moment late would call them back, or follow them there.
 */
export function useIsStaying(): () => boolean {
  const { pathname } = useLocation()
  const { location: next } = useNavigation()
  const target = useRef<string>(undefined)
  useEffect(() => {
    target.current = next?.pathname
  }, [next])
  return useCallback(() => (target.current ?? window.location.pathname) === pathname, [pathname])
}

/**
 * Writes into the address that the browser shows, and nowhere else: whoever leaves before the router hears
 * of it finds it when they come back.
 */
export function writeDown(search: string) {
  const { pathname } = window.location
  try {
    window.history.replaceState(
      window.history.state,
      '',
      search ? `${pathname}?${search}` : pathname,
    )
  } catch {
    // Some browsers refuse too many of these. The router writes it a moment later.
  }
}
