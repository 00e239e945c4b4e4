import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { authStatusKey } from '#app/api/queries.ts'
import { trackAccess, trackAccessOnClosing } from '#app/api/track-access.ts'

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
