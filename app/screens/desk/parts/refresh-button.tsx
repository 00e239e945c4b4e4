import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { authStatusKey } from '#app/api/queries.ts'

/** How everything in the bar of rooms looks. */
export const adminNavLook =
  'inline-flex min-h-11 items-center gap-2 border-b-2 border-transparent px-2.5 text-small font-medium whitespace-nowrap text-muted -outline-offset-3 hover:text-glow aria-[current]:border-accent aria-[current]:text-ink'

/** Reads what is shown anew; what other rooms hold is read anew when one goes there. */
export function RefreshButton() {
  const queryClient = useQueryClient()
  const isFetching = useIsFetching() > 0
  return (
    <button
      type="button"
      aria-disabled={isFetching || undefined}
      onClick={() =>
        isFetching ||
        void queryClient.invalidateQueries({
          predicate: ({ queryKey }) => queryKey[0] !== authStatusKey[0],
        })
      }
      className={`shrink-0 ${adminNavLook} aria-disabled:opacity-60`}
    >
      <RefreshCw aria-hidden size={16} className={isFetching ? 'animate-breathe' : ''} />
      <span className="max-sm:sr-only">Refresh</span>
    </button>
  )
}
