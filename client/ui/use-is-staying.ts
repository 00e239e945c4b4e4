import { useCallback, useContext } from 'react'
import { UNSAFE_DataRouterContext as RouterContext, useLocation } from 'react-router'

/**
 * Says, whenever it is asked, whether nobody is on the way to another page: what is written into the
 * address a moment late would call them back, or follow them there. The router knows from the press on;
 * `useNavigation` tells once React has drawn, which a busy browser does later.
 */
export function useIsStaying(): () => boolean {
  const { pathname } = useLocation()
  const { router } = useContext(RouterContext)!
  return useCallback(
    () => (router.state.navigation.location ?? window.location).pathname === pathname,
    [router, pathname],
  )
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
