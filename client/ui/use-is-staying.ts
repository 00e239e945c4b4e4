import { useCallback, useContext } from 'react'
import { UNSAFE_DataRouterContext as RouterContext, useLocation } from 'react-router'

/**
 * Returns a function that tells whether no navigation is in progress: a delayed change of the query string
 * would cancel it or apply to the wrong page. The router's state knows immediately; `useNavigation` updates
 * only after React renders.
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
 * Changes the query string in the browser without the router, so that it is found when the visitor comes back.
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
    // Some browsers limit these calls; the router writes the URL a moment later.
  }
}
