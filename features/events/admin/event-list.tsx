import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { Link } from 'react-router'
import { ForRole } from '#client/admin/for-role.tsx'
import { useAddressFilter } from '#client/admin/use-address-filter.ts'
import { DownloadRowsButton } from '#client/admin/download-rows.tsx'
import { describeAdminPage, PageHeading } from '#client/admin/page-heading.tsx'
import { serverMessage } from '#client/api/call.ts'
import { useSite } from '#client/page/use-site.ts'
import { Button, buttonStyle } from '#client/ui/button.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { eventColumns } from './event-columns.ts'
import { EventFilters, matchesFilter, readChosen } from './event-filters.tsx'
import { countRegistrations, EventGroups } from './event-groups.tsx'
import { groupEvents } from './event-order.ts'
import { adminEvents, eventChecks, reports } from './event-queries.ts'
import { SampleRemoval } from './sample-removal.tsx'

export const meta = describeAdminPage('Events')

export default function EventList() {
  const events = useQuery(adminEvents)
  // Show the events only when their warnings have loaded, too. Warnings that appear later would move the buttons below
  // them.
  const checks = useQuery(eventChecks)
  const heading = useRef<HTMLHeadingElement>(null)
  const { zone } = useSite().site.display
  const [chosen, setChosen] = useAddressFilter(readChosen)
  // Memoise the array: `EventGroups` moves the focus whenever it receives a new one.
  const found = useMemo(
    () => events.data?.filter((event) => matchesFilter(event, chosen, zone)),
    [events.data, chosen, zone],
  )
  const figures = useQuery(reports)
  const samples = events.data?.filter(({ isSample }) => isSample).map(({ id }) => id) ?? []
  const registrations = countRegistrations(figures.data, samples)
  return (
    <section aria-labelledby="event-desk">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <PageHeading id="event-desk" ref={heading}>
          Events
        </PageHeading>
        <div className="flex flex-wrap gap-2.5">
          <DownloadRowsButton
            label="events"
            fileName="events"
            columns={eventColumns}
            read={() =>
              groupEvents(found ?? []).flatMap((group) =>
                group.events.map((event) => ({
                  event,
                  registrations: countRegistrations(figures.data, [event.id]),
                })),
              )
            }
            isEmpty={!found?.length || !figures.data}
          />
          <ForRole needs="editor">
            {samples.length > 0 && (
              <SampleRemoval
                samples={samples.length}
                registrations={registrations}
                onDone={() => heading.current?.focus()}
              />
            )}
            <Link
              to="/admin/events/new"
              className={buttonStyle('primary', 'medium', 'px-4! text-small! max-sm:order-first')}
            >
              <Plus aria-hidden size={17} />
              Create event
            </Link>
          </ForRole>
        </div>
      </div>
      {(events.isPending || (events.data && checks.isPending)) && <Loading />}
      {events.isError && (
        <div role="alert" className="mt-5 grid justify-items-start gap-4">
          <p>
            The events could not be loaded.{' '}
            {serverMessage(events.error) ?? 'Please check your connection.'}
          </p>
          <Button variant="secondary" onClick={() => void events.refetch()}>
            Try again
          </Button>
        </div>
      )}
      {events.data?.length === 0 && <p className="mt-5 text-muted">No events yet.</p>}
      {events.data && events.data.length > 1 && (
        <EventFilters events={events.data} chosen={chosen} onChange={setChosen} />
      )}
      {events.data && events.data.length > 0 && found?.length === 0 && (
        <p className="mt-5 text-muted">No events match.</p>
      )}
      {found && !checks.isPending && <EventGroups events={found} heading={heading} />}
    </section>
  )
}

function Loading() {
  return (
    <div className="mt-6 grid gap-6">
      <output className="sr-only">Loading events...</output>
      {[0, 1, 2].map((row) => (
        <div key={row} className="grid gap-4 sm:grid-cols-[8rem_1fr]">
          <Skeleton className="hidden aspect-video sm:block" />
          <div>
            <Skeleton className="h-5 w-2/3" />
            <Skeleton className="mt-3 h-4 w-1/3" />
            <Skeleton className="mt-5 h-10 w-52" />
          </div>
        </div>
      ))}
    </div>
  )
}
