import { LoadFailure } from './load-failure.tsx'
import { engagementRate } from './desk-totals.ts'
import { StatCard, writeCount } from './stat-card.tsx'
import type { DeskLists } from './use-desk-lists.ts'

/** How the library is used, in four numbers. Specification 2 and 9, "Statistics". */
export function AnalyticsCards({ lists: { accessStats, registrantAccess } }: { lists: DeskLists }) {
  const stats = accessStats.data
  const rate = registrantAccess.data && engagementRate(registrantAccess.data)
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
      {accessStats.isError && <LoadFailure what="numbers" query={accessStats} />}
    </section>
  )
}
