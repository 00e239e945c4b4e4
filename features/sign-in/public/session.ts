import { focusManager, useQuery, useQueryClient, queryOptions } from '@tanstack/react-query'
import { read } from '#client/api/call.ts'

// By itself the query library notices tabs only; a window that comes to the front counts as well.
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
 * What this session may do, asked anew on every mount and on window focus; `options` say how often a
 * page retries (`authStatusOnMembers`, …). Specification, "Calls".
 */
export function useAuthStatus(options: typeof authStatusOnLanding) {
  const query = useQuery(options)
  const mayEnter = query.data?.hasVideoAccess ?? false
  return {
    status: query.data,
    /** No answer yet, or only one from before this page was entered that says no. */
    isChecking: !mayEnter && !query.isFetchedAfterMount,
    /** No answer came, however often it was asked for. */
    isUnanswered: !mayEnter && query.isError,
    askAgain: query.refetch,
  }
}

/** The same for who asks only at a press, whether the library is open: an answer that comes draws nothing anew. */
export function useMayEnter(): () => boolean | undefined {
  const queryClient = useQueryClient()
  useQuery({ ...authStatusOnLanding, notifyOnChangeProps: [] })
  return () => queryClient.getQueryData(authStatusKey)?.hasVideoAccess
}

/**
 * Fetched on every mount and on window focus; the retries differ by page. Specification, "Calls".
 */
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
