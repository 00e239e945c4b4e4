import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState, useId } from 'react'
import { describeAdminPage, PageHeading } from '#client/admin/page-heading.tsx'
import { readId, useAddressFilter } from '#client/admin/use-address-filter.ts'
import { NotLoaded } from '#client/page/load-failed.tsx'
import { useSite } from '#client/page/use-site.ts'
import { reports, adminEvents } from '#features/events/admin/event-queries.ts'
import { titleInChoice } from '#features/events/admin/title-in-choice.ts'
import { FeedbackChart } from '#features/feedback/admin/feedback-chart.tsx'
import type { Reports } from '#features/reports/contract.ts'
import { dayInZone } from '#kernel/event-time.ts'
import { writeCount } from '#kernel/write-count.ts'
import { ChartCard } from './chart-card.tsx'
import { fillDays, useWriteDay } from './chart-days.ts'
import { WatchedShares } from './watched-shares.tsx'
import { describeErased, WhoCame } from './who-came.tsx'

export const meta = describeAdminPage('Statistics')

const usageSeries = [
  { key: 'visits', name: 'Library visits', color: 'var(--glow)' },
  { key: 'watches', name: 'Recordings opened', color: 'var(--line-strong)' },
]

/**
 * Renders the statistics page: registrations, use of the library, and how much of each recording was watched; below
 * them, `children`.
 */
export function ReportsPage({ children }: { children: ReactNode }) {
  const query = useQuery(reports)
  return (
    <section aria-labelledby="figures-heading">
      <PageHeading id="figures-heading">Statistics</PageHeading>
      {query.data && <Figures figures={query.data} />}
      {query.data && <div className="mt-5 grid gap-5">{children}</div>}
      <NotLoaded
        query={query}
        message="The statistics could not be loaded. Please try again."
        skeleton="mt-5 h-80"
      />
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
      ? 'No library visits yet.'
      : `Since ${writeDay(usage[0]!.day)}: ${writeCount(sum('visits'), 'library visit')}. Recordings were opened ${writeCount(sum('watches'), 'time')}.`
  return (
    <div className="mt-5 grid gap-5 lg:grid-cols-2">
      <RegistrationsChart figures={figures} />
      <ChartCard
        title="Library use"
        summary={summary}
        days={days}
        series={usageSeries}
        writeDay={writeDay}
      />
      <div className="lg:col-span-2">
        <WhoCame figures={figures} />
      </div>
      <div className="empty:hidden lg:col-span-2">
        <FeedbackChart />
      </div>
      <div className="lg:col-span-2">
        <WatchedShares watched={watched} />
      </div>
    </div>
  )
}

const registrationSeries = [
  { key: 'confirmed', name: 'Confirmed', color: 'var(--glow)' },
  { key: 'preRegistered', name: 'Pre-registered', color: 'var(--line-strong)' },
]

const readChosen = (params: URLSearchParams) => ({ eventId: readId(params, 'eventId') })

/** Renders a chart of one event's registrations per day; at first, of the event with the latest registration. */
function RegistrationsChart({ figures }: { figures: Reports }) {
  const id = useId()
  const writeDay = useWriteDay()
  const events = useQuery(adminEvents).data ?? []
  const titles = new Map(events.map((event) => [event.id, titleInChoice(event)]))
  const latestFirst = figures.registrations.toSorted(
    (a, b) => b.days.at(-1)!.day.localeCompare(a.days.at(-1)!.day) || b.eventId - a.eventId,
  )
  const [chosen, setChosen] = useAddressFilter(readChosen)
  const shown = latestFirst.find(({ eventId }) => eventId === chosen.eventId) ?? latestFirst[0]
  const days = fillDays(shown?.days ?? [], { confirmed: 0, preRegistered: 0 })
  const sum = (key: 'confirmed' | 'preRegistered') =>
    (shown?.days ?? []).reduce((total, day) => total + day[key], 0)
  const total = sum('confirmed') + sum('preRegistered')
  const summary = shown
    ? `${writeCount(total, 'registration', 'registrations')}: ${sum('confirmed').toLocaleString('en-GB')} confirmed, ${sum('preRegistered').toLocaleString('en-GB')} pre-registered.`
    : 'No registrations yet.'
  const erased = figures.registered.find(({ eventId }) => eventId === shown?.eventId)?.erased ?? 0
  return (
    <ChartCard
      title="Registrations over time"
      summary={`${summary}${describeErased(erased)}`}
      days={days}
      series={registrationSeries}
      writeDay={writeDay}
      isStacked
    >
      {shown && (
        <div className="mt-3 min-w-0">
          <label htmlFor={id} className="text-small font-semibold">
            Event
          </label>
          <select
            id={id}
            className="mt-1 block h-11 w-full rounded-md border border-line-strong bg-sunken px-3 text-small text-ink"
            value={shown.eventId}
            onChange={({ target }) => setChosen({ eventId: Number(target.value) })}
          >
            {latestFirst.map(({ eventId }) => (
              <option key={eventId} value={eventId}>
                {titles.get(eventId) ?? `Event ${eventId}`}
              </option>
            ))}
          </select>
        </div>
      )}
    </ChartCard>
  )
}
