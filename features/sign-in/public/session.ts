import { focusManager, useQuery, useQueryClient, queryOptions } from '@tanstack/react-query'
import { read } from '#client/api/call.ts'

// By default, React Query refetches when the visitor returns to the tab; also refetch when the window gets
// the focus.
if (typeof window !== 'undefined') {
  focusManager.setEventListener((setFocused) => {
    const listener = () => setFocused()
    window.addEventListener('visibilitychange', listener)
    window.addEventListener('focus', listener)
    return () => {
      window.removeEventListener('visibilitychange', listener)
      window.removeEventListener('focus', listener)
    }
  })
}

/**
 * Returns what this session may do. Fetches this on every mount and on window focus; `options` determine
 * the number of retries, which differs by page (`authStatusOnMembers`, …).
 */
export function useAuthStatus(options: typeof authStatusOnLanding) {
  const query = useQuery(options)
  const mayEnter = query.data?.hasVideoAccess ?? false
  return {
    status: query.data,
    /**
     * True until the first reply after this page was opened, unless a cached reply already allows entering the library.
     */
    isChecking: !mayEnter && !query.isFetchedAfterMount,
    /** True if every request for the session's status failed. */
    isUnanswered: !mayEnter && query.isError,
    askAgain: query.refetch,
  }
}

/**
 * Returns a function that returns whether the session may open the library. An arriving answer causes no
 * rerender.
 */
export function useMayEnter(): () => boolean | undefined {
  const queryClient = useQueryClient()
  useQuery({ ...authStatusOnLanding, notifyOnChangeProps: [] })
  return () => queryClient.getQueryData(authStatusKey)?.hasVideoAccess
}

/** Returns the query for the session's status, which is fetched on every mount and on window focus. */
function authStatus(retries: { retry: number | false; retryDelay?: number }) {
  return queryOptions({
    ...read('GET /api/auth/status'),
    staleTime: 0,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    ...retries,
  })
}

const authStatusOnLanding = authStatus({ retry: 1 })
export const authStatusOnMembers = authStatus({ retry: 2, retryDelay: 500 })
export const authStatusOnAdmin = authStatus({ retry: false })
export const authStatusKey = authStatusOnAdmin.queryKey
