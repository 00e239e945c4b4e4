import { infiniteQueryOptions, keepPreviousData, type QueryKey } from '@tanstack/react-query'

/** While something shown is under way the desk looks again after so many milliseconds. */
const watchMs = 5000

export const calm = {
  retry: false,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const

type DeskPages<Page> = {
  queryKey: QueryKey
  load: (page: { before: number | undefined; signal: AbortSignal }) => Promise<Page>
  /** Whether something on the page is about to change by itself. */
  isMoving: (page: Page) => boolean
}

/** A list of the desk in pages, newest first; read again as long as something in it is moving. */
export function deskPages<Page extends { nextBefore: number | null }>({
  queryKey,
  load,
  isMoving,
}: DeskPages<Page>) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => load({ before: pageParam, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ nextBefore }: Page) => nextBefore ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.pages.some(isMoving) ? watchMs : false),
    ...calm,
  })
}
