import { useCallback, useContext } from 'react'
import { UNSAFE_DataRouterContext as RouterContext, useLocation } from 'react-router'

/**
 * Returns a function that tells whether the visitor stays on the current page. Call it before a delayed change of the
 * query string, which would cancel a navigation in progress or apply to the next page.
 * The function reads the router's state, because React updates `useNavigation` only when it renders.
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
 * Changes the query string of the current history entry without React Router, so that the back button returns to it.
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
    // Ignore errors: some browsers limit the rate of `replaceState` calls, and React Router writes the same URL a
    // moment later anyway.
  }
}
