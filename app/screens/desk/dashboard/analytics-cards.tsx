import { LoadFailure } from '#app/screens/desk/parts/load-failure.tsx'
import { engagementRate } from './desk-totals.ts'
import { StatCard, writeCount } from './stat-card.tsx'
import type { DashboardLists } from './use-desk-lists.ts'

/** How the library is used, in four numbers. Specification, "Admin area". */
export function AnalyticsCards({ lists: { counts } }: { lists: DashboardLists }) {
  const stats = counts.data
  const rate = stats && engagementRate(stats)
  return (
    <section aria-labelledby="usage-heading">
      <h2 id="usage-heading" className="mb-4 text-heading">
        Library Usage
      </h2>
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <StatCard name="Total Page Visits" value={writeCount(stats?.totalVisits)} />
        <StatCard name="Unique Visitors" value={writeCount(stats?.uniqueUsers)} />
        <StatCard name="Video Watches" value={writeCount(stats?.videoWatches)} />
        <StatCard name="Engagement Rate" value={rate === undefined ? undefined : `${rate}%`} />
      </dl>
      {counts.isError && <LoadFailure what="numbers" query={counts} />}
    </section>
  )
}
