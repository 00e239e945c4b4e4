import { LoadFailed } from '#app/components/desk/load-failed.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { SeatLine } from './seat-line.tsx'
import { useSeats, type SeatFilter } from './seat-queries.ts'

/** The seats that match, in pages, newest registration first. */
export function SeatList({ filter }: { filter: SeatFilter }) {
  const seats = useSeats(filter)
  const { data, error, hasNextPage, isFetchingNextPage } = seats
  if (!data) {
    return error ? (
      <LoadFailed
        error={error}
        words="The seats could not be loaded. Please try again."
        onRetry={seats.refetch}
      />
    ) : (
      <output className="mt-5 block text-muted">Loading seats...</output>
    )
  }
  const isFiltered = Boolean(filter.search || filter.eventId || filter.state)
  const rows = data.pages.flatMap((page) => page.seats)
  return (
    <>
      <Card className="mt-5">
        {rows.length === 0 ? (
          <output className="block px-5 py-8 text-muted">
            {isFiltered
              ? 'No seat matches.'
              : 'No seats to show. They come with the first registration for an event that has a webinar.'}
          </output>
        ) : (
          <ul aria-label="Seats, newest registration first">
            {rows.map((seat) => (
              <SeatLine key={seat.registrationId} seat={seat} />
            ))}
          </ul>
        )}
      </Card>
      {hasNextPage && (
        <Button
          variant="secondary"
          className="mt-4"
          pending={isFetchingNextPage}
          onClick={() => void seats.fetchNextPage()}
        >
          {isFetchingNextPage ? 'Loading...' : 'Show older seats'}
        </Button>
      )}
    </>
  )
}
