import {
  type UseInfiniteQueryResult,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryKey,
} from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { LoadFailed } from '#client/page/load-failed.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'

type PagedListProps = {
  query: Pick<
    UseInfiniteQueryResult,
    'error' | 'refetch' | 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'
  >
  /** What is listed, in the plural, in small letters. */
  name: string
  label: string
  /** Said where there is nothing. */
  nothing: string
  /** What asks for the next page; older ones unless given. */
  more?: string
  /** The lines of all pages, once there are any. */
  lines: ReactElement[] | undefined
}

/** A list of the admin area that comes in pages: loading, failing, empty, and a button for older ones. */
export function PagedList({
  query,
  name,
  label,
  nothing,
  more = `Show older ${name}`,
  lines,
}: PagedListProps) {
  if (!lines && !query.error) {
    return <output className="mt-5 block text-muted">Loading {name}...</output>
  }
  if (!lines) {
    return (
      <LoadFailed
        error={query.error}
        words={`The ${name} could not be loaded. Please try again.`}
        onRetry={query.refetch}
      />
    )
  }
  return (
    <>
      <Card className="mt-5">
        {lines.length === 0 ? (
          <output className="block px-5 py-8 text-muted">{nothing}</output>
        ) : (
          <ul aria-label={label}>{lines}</ul>
        )}
      </Card>
      {query.hasNextPage && (
        <Button
          variant="secondary"
          className="mt-4"
          pending={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {query.isFetchingNextPage ? 'Loading...' : more}
        </Button>
      )}
    </>
  )
}

/** While something shown is under way the admin area looks again after so many milliseconds. */
const watchMs = 5000

/**
 * The admin area reads again by itself while what it shows is under way; what does not come by itself is not
 * waited for. docs/decisions/browser.md.
 */
export function watchWhile<Read>(isMoving: (read: Read) => boolean) {
  return ({ state: { data } }: { state: { data: Read | undefined } }) =>
    data !== undefined && isMoving(data) ? watchMs : false
}

type Wanted = { before: number | undefined; limit: number; signal?: AbortSignal }

type PagedQuery<Page> = {
  queryKey: QueryKey
  load: (page: Wanted) => Promise<Page>
  pageSize: number
  /** How many rows one call answers at most. */
  mostAtOnce: number
  /** Whether something on the page is about to change by itself. */
  isMoving: (page: Page) => boolean
}

/** A list of the admin area in pages, newest first, read anew on every visit and while something in it moves. */
export function pagedQuery<Page extends { nextBefore: number | null }>({
  queryKey,
  load,
  pageSize,
  mostAtOnce,
  isMoving,
}: PagedQuery<Page>) {
  const options = infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => load({ before: pageParam, limit: pageSize, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ nextBefore }: Page) => nextBefore ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: watchWhile<{ pages: Page[] }>(({ pages }) => pages.some(isMoving)),
  })

  /** Every row of what is listed, in large portions, from the newest on. */
  async function readAll<Row>(
    rowsOf: (page: Page) => Row[],
    onArrived: (count: number) => void,
  ): Promise<Row[]> {
    const rows: Row[] = []
    for (let before: number | null | undefined; before !== null;) {
      const page: Page = await load({ before, limit: mostAtOnce })
      rows.push(...rowsOf(page))
      onArrived(rows.length)
      before = page.nextBefore
    }
    return rows
  }
  return { ...options, readAll }
}
