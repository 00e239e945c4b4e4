import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { loadedPath } from '#client/api/loaded-path.ts'
import { authStatusKey } from '#features/sign-in/public/session.ts'
import { trackAccess, trackAccessOnClosing } from './track-access.ts'

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

/**
 * Notes the visit to the library on load, and how long it lasted when the page or the library is closed.
 * `takeStart` says from when it counts. Returns what closes it while there is still a session to close it
 * with. Specification, "Usage".
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
    // Not at once: strict mode mounts twice, and that is one visit.
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
      // A session that has ended can close nothing any more.
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
