import { useCallback, useContext } from 'react'
import { UNSAFE_DataRouterContext as RouterContext, useLocation } from 'react-router'

/**
 * Returns a function that returns whether the visitor stays on the current page, with no navigation to another
 * in progress. A delayed change of the query string would cancel the navigation or apply to the next page. The
 * function reads the router's state, because `useNavigation` is updated only after React renders.
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
 * Changes the query string of the current history entry without React Router, so that the back button restores
 * it.
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
    // Some browsers limit `replaceState` calls; React Router writes the same URL a moment later.
  }
}
