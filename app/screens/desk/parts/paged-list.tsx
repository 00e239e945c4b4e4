import { LoadFailed } from '#app/components/load-failed.tsx'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'

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
