import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { CallError } from './call.ts'
import { authStatusKey } from './queries.ts'

/**
 * How every call is made unless it says otherwise: reads are never stale, never made again by themselves
 * and never retried (Specification, "Calls"), and whatever is asked or sent succeeds or fails at once. Without
 * `always`, a press made offline would wait, and be sent when nobody thinks of it any more. `onSuccess` hears
 * of whatever was sent and went well, before it says anything itself.
 */
export function createQueryClient(onSuccess?: () => void): QueryClient {
  const client = new QueryClient({
    // A read was refused: the session is no longer what this page takes it for.
    queryCache: new QueryCache({
      onError(error, { queryKey }) {
        const isShutOut = error instanceof CallError && error.status === 401
        if (isShutOut && queryKey[0] !== authStatusKey[0]) {
          void client.invalidateQueries({ queryKey: authStatusKey })
        }
      },
    }),
    mutationCache: new MutationCache({
      onSuccess: () => onSuccess?.(),
    }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: Infinity,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
      mutations: { networkMode: 'always' },
    },
  })
  return client
}
