import { useQuery } from '@tanstack/react-query'
import { librarySearch } from '#app/api/queries.ts'
import { useSettled } from '#app/ui/use-settled.ts'

/** What of a query was said, once nobody types any more; nothing where no words can be searched. */
export function useSaid(query: string, hasWords: boolean) {
  const typed = query.trim()
  const settled = useSettled(typed)
  const isAsked = hasWords && typed !== ''
  const found = useQuery({ ...librarySearch(settled), enabled: isAsked && settled !== '' })
  const isCurrent = isAsked && settled === typed
  const said = isCurrent ? found.data : undefined
  return {
    query: settled,
    moments: said?.moments ?? [],
    more: said?.more ?? [],
    suggestion: said?.suggestion ?? null,
    isPending: isAsked && (!isCurrent || found.isPending),
    /** Nothing was said, or nothing can be searched, or the search fails. */
    isNothing: !isAsked || (isCurrent && !found.isPending && (said?.moments.length ?? 0) === 0),
    retry: isCurrent && found.isError ? () => void found.refetch() : undefined,
  }
}
