import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { readId, useAddressFilter } from '#app/screens/desk/parts/use-address-filter.ts'
import type { Reports } from '#shared/contract/desk-figures.ts'
import { adminEvents } from '#app/api/admin-queries.ts'
import { ChartCard } from './chart-card.tsx'
import { fillDays } from './fill-days.ts'
import { useWriteDay } from './use-write-day.ts'

const series = [
  { key: 'confirmed', name: 'Confirmed', color: 'var(--glow)' },
  { key: 'preRegistered', name: 'Pre-registered', color: 'var(--line-strong)' },
]

const count = (number: number, one: string, many: string) =>
  `${number.toLocaleString('en-GB')} ${number === 1 ? one : many}`

const readChosen = (params: URLSearchParams) => ({ eventId: readId(params, 'eventId') })

/** Registrations of one event, day by day; the one that somebody registered for last comes first. */
export function RegistrationsChart({ figures }: { figures: Reports }) {
  const id = useId()
  const writeDay = useWriteDay()
  const titles = new Map((useQuery(adminEvents).data ?? []).map((event) => [event.id, event.title]))
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
    ? `${count(total, 'registration', 'registrations')}: ${sum('confirmed').toLocaleString('en-GB')} confirmed, ${sum('preRegistered').toLocaleString('en-GB')} pre-registered.`
    : 'Nobody has registered yet.'
  return (
    <ChartCard
      title="Registrations over time"
      summary={summary}
      days={days}
      series={series}
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
