import { useQuery } from '@tanstack/react-query'
import { deskFigures } from '#app/api/queries.ts'
import { countTotals } from './desk-totals.ts'
import { StatCard, writeCount } from './stat-card.tsx'
import type { DeskLists } from './use-desk-lists.ts'

/** The four numbers under the header. Specification 2 and 9, "Statistics". */
export function StatCards({ lists }: { lists: DeskLists }) {
  const people = useQuery(deskFigures).data?.people
  const totals = countTotals({
    registrations: lists.registrations.data,
    eventRegistrations: lists.eventRegistrations.data,
    videoAccess: lists.videoAccess.data,
    events: lists.events.data,
  })
  return (
    <section aria-labelledby="totals-heading">
      <h2 id="totals-heading" className="sr-only">
        Totals
      </h2>
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <StatCard name="Total Users" value={writeCount(totals.totalUsers)}>
          {people !== undefined &&
            `${writeCount(people)} different ${people === 1 ? 'person' : 'people'}`}
        </StatCard>
        <StatCard name="Event Registrations" value={writeCount(totals.eventRegistrations)} />
        <StatCard name="Video Access Only" value={writeCount(totals.videoAccessOnly)} />
        <StatCard name="Total Events" value={writeCount(totals.totalEvents)} />
      </dl>
    </section>
  )
}
