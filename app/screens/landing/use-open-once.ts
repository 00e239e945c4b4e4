import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router'
import { openingPaths } from '#shared/landing-paths.ts'

let hasOpened = false

/** Whether a path opens the register dialog by itself. Specification, "Routes". */
export function opensByItself(path: string) {
  return openingPaths.includes(path.replace(/\/$/, ''))
}

/** Calls `open` on those paths, once for each page load. */
export function useOpenOnce(open: () => void) {
  const { pathname } = useLocation()
  const openNow = useEffectEvent(open)
  useEffect(() => {
    if (hasOpened || !opensByItself(pathname)) return
    hasOpened = true
    openNow()
  }, [pathname])
}
