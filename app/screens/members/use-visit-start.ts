import { useCallback, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { loadedPath } from '#app/api/loaded-path.ts'

let hasOpened = false

/**
 * Returns from when a visit that begins now counts, by `performance.now()`: the first one since the page
 * was opened from its load on, time at the login card included, a later one from now.
 * Specification, "Usage".
 */
export function useVisitStart(): () => number {
  const { pathname } = useLocation()
  const opened = useRef<number>(undefined)

  useEffect(() => {
    if (opened.current !== undefined) return
    // Who came from the front page opened this page later than the document.
    opened.current = !hasOpened && loadedPath() === pathname ? 0 : performance.now()
    hasOpened = true
  }, [pathname])

  return useCallback(() => {
    const start = opened.current ?? performance.now()
    opened.current = undefined
    return start
  }, [])
}
