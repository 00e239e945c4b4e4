import type { ReactNode } from 'react'
import { LoadFailed } from '#client/page/load-failed.tsx'
import type { DashboardCounts } from '#features/reports/contract.ts'
import { writeCount } from '#kernel/write-count.ts'
import type { DashboardReads } from './dashboard-reads.ts'

/** Renders the four cards with totals below the dashboard's header. */
export function StatCards({ reads: { counts } }: { reads: DashboardReads }) {
  const people = counts.data?.people
  const totals = counts.data && countTotals(counts.data)
  return (
    <section aria-labelledby="totals-heading">
      <h2 id="totals-heading" className="sr-only">
        Totals
      </h2>
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <StatCard name="Total Users" value={writeNumber(totals?.totalUsers)}>
          {people !== undefined &&
            `${writeNumber(people)} different ${people === 1 ? 'person' : 'people'}`}
        </StatCard>
        <StatCard name="Event Registrations" value={writeNumber(totals?.eventRegistrations)} />
        <StatCard name="Video Access Only" value={writeNumber(totals?.videoAccessOnly)} />
        <StatCard name="Total Events" value={writeNumber(totals?.totalEvents)} />
      </dl>
      {counts.data && (
        <p className="mt-2.5 text-caption text-muted figures">{explainTotals(counts.data)}</p>
      )}
      {counts.isError && (
        <LoadFailed
          error={counts.error}
          message="The statistics could not be loaded. Please try again."
          onRetry={counts.refetch}
        />
      )}
    </section>
  )
}

/** Renders the four cards about the use of the library. */
export function AnalyticsCards({ reads: { counts } }: { reads: DashboardReads }) {
  const stats = counts.data
  const rate = stats && engagementRate(stats)
  return (
    <section aria-labelledby="usage-heading">
      <h2 id="usage-heading" className="mb-4 text-heading">
        Library Usage
      </h2>
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <StatCard name="Total Page Visits" value={writeNumber(stats?.totalVisits)} />
        <StatCard name="Unique Visitors" value={writeNumber(stats?.uniqueUsers)} />
        <StatCard name="Video Watches" value={writeNumber(stats?.videoWatches)} />
        <StatCard name="Engagement Rate" value={rate === undefined ? undefined : `${rate}%`} />
      </dl>
      {counts.isError && (
        <LoadFailed
          error={counts.error}
          message="The statistics could not be loaded. Please try again."
          onRetry={counts.refetch}
        />
      )}
    </section>
  )
}

type StatCardProps = { name: string; value: string | undefined; children?: ReactNode }

/** Renders a number with its label; a dash if it could not be loaded. */
function StatCard({ name, value, children }: StatCardProps) {
  return (
    <div className="min-w-0 rounded-lg border border-line bg-surface px-4 py-4 sm:px-5">
      <dt className="text-small text-muted">{name}</dt>
      <dd className="mt-1">
        <span className="block font-display text-heading leading-none font-semibold figures">
          {value ?? (
            <>
              <span aria-hidden>–</span>
              <span className="sr-only">not loaded</span>
            </>
          )}
        </span>
        {children && <span className="mt-1.5 block text-caption text-muted">{children}</span>}
      </dd>
    </div>
  )
}

export function writeNumber(count: number | undefined): string | undefined {
  return count?.toLocaleString('en-GB')
}

/** Returns the numbers for the four cards at the top of the dashboard. */
export function countTotals({ registrations, eventRegistrations, videoAccess, events }: Lengths) {
  return {
    totalUsers: registrations + videoAccess + eventRegistrations,
    eventRegistrations: registrations + eventRegistrations,
    videoAccessOnly: videoAccess,
    totalEvents: events,
  }
}

/**
 * Returns a sentence that explains how two totals are computed, such as "Event Registrations: 27 = 14 event
 * registrations + 13 registered people".
 */
export function explainTotals(lengths: Lengths): string {
  const { totalUsers, eventRegistrations } = countTotals(lengths)
  const both = `${writeCount(lengths.eventRegistrations, 'event registration')} + ${writeCount(lengths.registrations, 'registered person', 'registered people')}`
  const viewers = `${writeNumber(lengths.videoAccess)} with video access only`
  return `Total Users: ${writeNumber(totalUsers)} = ${both} + ${viewers}. Event Registrations: ${writeNumber(eventRegistrations)} = ${both}.`
}

type Lengths = Pick<
  DashboardCounts,
  'registrations' | 'eventRegistrations' | 'videoAccess' | 'events'
>

/** Returns the percentage of known people who have used the library, rounded to an integer; 0 without people. */
export function engagementRate(
  counts: Pick<DashboardCounts, 'people' | 'peopleWithAccess'>,
): number {
  return counts.people === 0 ? 0 : Math.round((counts.peopleWithAccess / counts.people) * 100)
}
