import { LoadFailed } from '#app/components/load-failed.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { RoomHeading } from '#app/screens/desk/parts/room-heading.tsx'
import { dayInZone } from '#shared/event-time.ts'
import type { Reports } from '#shared/contract/desk-figures.ts'
import { reports } from '#app/api/admin-queries.ts'
import { useSite } from '#app/components/use-site.ts'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { ChartCard } from './chart-card.tsx'
import { fillDays } from './fill-days.ts'
import { RegistrationsChart } from './registrations-chart.tsx'
import { useWriteDay } from './use-write-day.ts'
import { WatchedShares } from './watched-shares.tsx'
import { WhoCame } from './who-came.tsx'

const usageSeries = [
  { key: 'visits', name: 'Visits', color: 'var(--glow)' },
  { key: 'watches', name: 'Watches', color: 'var(--line-strong)' },
]

/** The admin area's section of pictures: registrations, use of the library, and what was watched. */
export function ReportsSection() {
  const { data, error, refetch } = useQuery(reports)
  return (
    <section aria-labelledby="figures-heading">
      <RoomHeading id="figures-heading">Figures</RoomHeading>
      {data && <Figures figures={data} />}
      {!data && !error && <Skeleton className="mt-5 h-80" />}
      {!data && error && (
        <LoadFailed
          error={error}
          words="The figures could not be loaded. Please try again."
          onRetry={refetch}
        />
      )}
    </section>
  )
}

function Figures({ figures }: { figures: Reports }) {
  const { zone } = useSite().site.display
  const writeDay = useWriteDay()
  const { usage, watched } = figures
  const [today] = useState(() => dayInZone(new Date(), zone))
  const days = fillDays(usage, { visits: 0, watches: 0, people: 0 }, today)
  const sum = (key: 'visits' | 'watches') => usage.reduce((total, day) => total + day[key], 0)
  const summary =
    usage.length === 0
      ? 'Nobody has used the library yet.'
      : `${sum('visits').toLocaleString('en-GB')} visits and ${sum('watches').toLocaleString('en-GB')} watches since ${writeDay(usage[0]!.day)}.`
  return (
    <div className="mt-5 grid gap-5 lg:grid-cols-2">
      <RegistrationsChart figures={figures} />
      <ChartCard
        title="Use of the library"
        summary={summary}
        days={days}
        series={usageSeries}
        writeDay={writeDay}
      />
      <div className="lg:col-span-2">
        <WhoCame figures={figures} />
      </div>
      <div className="lg:col-span-2">
        <WatchedShares watched={watched} />
      </div>
    </div>
  )
}
