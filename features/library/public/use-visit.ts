import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { loadedPath } from '#client/api/loaded-path.ts'
import { authStatusKey } from '#features/sign-in/public/session.ts'
import { trackAccess, trackAccessOnClosing } from './track-access.ts'

let hasOpened = false

/**
 * Returns a function that returns the start of a visit, as a value of `performance.now()`. The first visit
 * begins with the page load, so it includes the time that a visitor spends on the login card. Later visits
 * begin when the page is opened.
 */
export function useVisitStart(): () => number {
  const { pathname } = useLocation()
  const opened = useRef<number>(undefined)

  useEffect(() => {
    if (opened.current !== undefined) return
    // After a navigation without page load, the time of the page load is too early for the visit, so use the present
    // time.
    opened.current = !hasOpened && loadedPath() === pathname ? 0 : performance.now()
    hasOpened = true
  }, [pathname])

  return useCallback(() => {
    const start = opened.current ?? performance.now()
    opened.current = undefined
    return start
  }, [])
}

/**
 * Reports a visit when the library opens, and its duration when the page or the library closes. `takeStart`
 * returns the visit's start. Returns a function that closes the visit while the session is still valid.
 */
export function useVisit(email: string | null, takeStart: () => number): () => Promise<void> {
  const queryClient = useQueryClient()
  const openedAt = useRef<number>(undefined)

  const visit = useCallback(
    () =>
      email !== null && openedAt.current !== undefined
        ? {
            email,
            accessType: 'page_visit' as const,
            sessionDuration: Math.floor((performance.now() - openedAt.current) / 1000),
          }
        : undefined,
    [email],
  )

  useEffect(() => {
    if (email === null) return undefined
    // Report the visit with a delay: React's strict mode mounts components twice, which must count as one
    // visit.
    const opening = setTimeout(() => {
      openedAt.current = takeStart()
      void trackAccess({ email, accessType: 'page_visit' })
    })
    function close() {
      const closing = visit()
      if (closing) trackAccessOnClosing(closing)
    }
    window.addEventListener('pagehide', close)
    return () => {
      clearTimeout(opening)
      window.removeEventListener('pagehide', close)
      // Close the visit only if the session still has this email, because an ended session cannot.
      const status = queryClient.getQueryData(authStatusKey)
      if (status?.userEmail === email) close()
      openedAt.current = undefined
    }
  }, [email, visit, takeStart, queryClient])

  return useCallback(async () => {
    const closing = visit()
    openedAt.current = undefined
    if (closing) await trackAccess(closing)
  }, [visit])
}
