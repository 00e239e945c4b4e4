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
