import { useQuery } from '@tanstack/react-query'
import { eventChoice } from '#app/api/admin-queries.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { ScrollingLine, ScrollingList } from './scrolling-list.tsx'

/** The list of available events (title and ID). Specification, "Imports and export". */
export function AvailableEvents() {
  const { data: events, isPending, isError } = useQuery(eventChoice)
  return (
    <section aria-labelledby="available-events" className="text-small">
      <h2 id="available-events" className="text-subheading">
        Available events
      </h2>
      {isPending && <Skeleton className="mt-3 h-24" />}
      {isError && <p className="mt-2 text-muted">The events could not be loaded.</p>}
      {events?.length === 0 && <p className="mt-2 text-muted">There are no events yet.</p>}
      {events && events.length > 0 && (
        <ScrollingList label="Titles and IDs" className="mt-3 max-h-44 @3xl:max-h-80">
          {events.map(({ id, title, ...event }) => (
            <ScrollingLine key={id} className="flex items-baseline justify-between gap-4">
              <span className="min-w-0">
                {title}{' '}
                {'cancelledAt' in event && event.cancelledAt && (
                  <Badge tone="danger">Cancelled</Badge>
                )}
              </span>
              <span className="figures shrink-0 text-muted">ID {id}</span>
            </ScrollingLine>
          ))}
        </ScrollingList>
      )}
    </section>
  )
}
