import {
  type UseInfiniteQueryResult,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryKey,
} from '@tanstack/react-query'
import type { ReactElement, ReactNode } from 'react'
import { LoadFailed } from '#client/page/load-failed.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'

type PagedListProps = {
  query: Pick<
    UseInfiniteQueryResult,
    'error' | 'refetch' | 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'
  >
  /** Plural noun for the list's rows, in lower case, such as `registrations`. */
  name: string
  label?: string
  /** Text shown if the list is empty. */
  nothing: string
  /** Label of the button that loads the next page. Default: `Show older`, followed by `name`. */
  more?: string
  /** Rows of all loaded pages; undefined while the first page loads. */
  lines: ReactElement[] | undefined
  /**
   * Renders the rows, each as one element of `lines`. Not called for an empty list. Default: renders a `ul` element.
   */
  children?: (lines: ReactElement[]) => ReactNode
}

/** Loads all pages of a list for a download. Returns each row once, even if rows move to another page meanwhile. */
export async function readPages<Row>(
  load: (page: number) => Promise<{ rows: Row[]; total: number }>,
  keyOf: (row: Row) => string | number,
  onArrived: (count: number) => void,
): Promise<Row[]> {
  const found = new Map<string | number, Row>()
  for (let page = 1, isLast = false; !isLast; page++) {
    const { rows, total } = await load(page)
    for (const row of rows) found.set(keyOf(row), row)
    onArrived(found.size)
    isLast = rows.length === 0 || found.size >= total
  }
  return [...found.values()]
}

/** A paged list with loading, error and empty states, and a button that loads the next page. */
export function PagedList({
  query,
  name,
  label,
  nothing,
  more = `Show older ${name}`,
  lines,
  children,
}: PagedListProps) {
  if (!lines && !query.error) {
    return <output className="mt-5 block text-muted">Loading {name}...</output>
  }
  if (!lines) {
    return (
      <LoadFailed
        error={query.error}
        message={`The ${name} could not be loaded. Please try again.`}
        onRetry={query.refetch}
      />
    )
  }
  return (
    <>
      {lines.length > 0 && children ? (
        children(lines)
      ) : (
        <Card className="mt-5">
          {lines.length === 0 ? (
            <output className="block px-5 py-8 text-muted">{nothing}</output>
          ) : (
            <ul aria-label={label}>{lines}</ul>
          )}
        </Card>
      )}
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

/** Milliseconds between refreshes of a list while background work on its rows is in progress. */
const watchMs = 5000

/**
 * Returns a TanStack `refetchInterval` function: reload every few seconds while `isMoving` returns true for the loaded
 * data, such as a list with mails that wait to be sent.
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
  /** Maximum number of rows that one call of the list's endpoint returns. */
  mostAtOnce: number
  /** Whether rows of this page, such as mails, wait for background work that will change their state. */
  isMoving: (page: Page) => boolean
}

/**
 * Returns query options of a paged list, newest rows first. The list reloads on every visit, and every few
 * seconds while `isMoving` returns true for a loaded page.
 */
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

  /** Loads all rows for a download, newest first, in pages of `mostAtOnce` rows. */
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
