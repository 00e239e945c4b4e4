import { infiniteQueryOptions, keepPreviousData, type QueryKey } from '@tanstack/react-query'

/** While something shown is under way the admin area looks again after so many milliseconds. */
const watchMs = 5000

/**
 * The admin area reads again by itself while what it shows is under way; what does not come by itself is not
 * waited for. docs/decisions.md, "What is read again by itself".
 */
export function watchWhile<Read>(isMoving: (read: Read) => boolean) {
  return ({ state: { data } }: { state: { data: Read | undefined } }) =>
    data !== undefined && isMoving(data) ? watchMs : false
}

type AdminPages<Page> = {
  queryKey: QueryKey
  load: (page: { before: number | undefined; signal: AbortSignal }) => Promise<Page>
  /** Whether something on the page is about to change by itself. */
  isMoving: (page: Page) => boolean
}

/** A list of the admin area in pages, newest first, read anew on every visit and while something in it moves. */
export function adminPages<Page extends { nextBefore: number | null }>({
  queryKey,
  load,
  isMoving,
}: AdminPages<Page>) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => load({ before: pageParam, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ nextBefore }: Page) => nextBefore ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: watchWhile<{ pages: Page[] }>(({ pages }) => pages.some(isMoving)),
  })
}
