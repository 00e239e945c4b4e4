import { countTotals } from './desk-totals.ts'
import { LoadFailure } from '#app/screens/desk/parts/load-failure.tsx'
import { StatCard, writeCount } from './stat-card.tsx'
import type { DashboardLists } from './use-desk-lists.ts'

/** The four numbers under the header. Specification, "Admin area". */
export function StatCards({ lists: { counts } }: { lists: DashboardLists }) {
  const people = counts.data?.people
  const totals = counts.data && countTotals(counts.data)
  return (
    <section aria-labelledby="totals-heading">
      <h2 id="totals-heading" className="sr-only">
        Totals
      </h2>
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <StatCard name="Total Users" value={writeCount(totals?.totalUsers)}>
          {people !== undefined &&
            `${writeCount(people)} different ${people === 1 ? 'person' : 'people'}`}
        </StatCard>
        <StatCard name="Event Registrations" value={writeCount(totals?.eventRegistrations)} />
        <StatCard name="Video Access Only" value={writeCount(totals?.videoAccessOnly)} />
        <StatCard name="Total Events" value={writeCount(totals?.totalEvents)} />
      </dl>
      {counts.isError && <LoadFailure what="numbers" query={counts} />}
    </section>
  )
}
