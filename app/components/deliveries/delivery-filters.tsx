import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { deliveryStates, type DeliveryState } from '#shared/messages.ts'
import { allEvents } from '#app/api/queries.ts'
import type { DeliveryFilter } from './delivery-queries.ts'
import { stateWords } from './delivery-words.ts'

type DeliveryFiltersProps = {
  filter: DeliveryFilter
  /** Of the event and address chosen. */
  counts: Record<DeliveryState, number> | undefined
  onChange: (filter: DeliveryFilter) => void
}

const box =
  'mt-1 block h-11 w-full rounded-md border border-line-strong bg-sunken px-3 text-small text-ink placeholder:text-muted'

/** By event, by address, by state; each state says how many there are. */
export function DeliveryFilters({ filter, counts, onChange }: DeliveryFiltersProps) {
  const ids = useId()
  const events = useQuery(allEvents).data ?? []
  const shown = deliveryStates.filter((state) => counts?.[state] || filter.state === state)
  const all = counts && Object.values(counts).reduce((sum, number) => sum + number, 0)
  return (
    <div className="mt-5 grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2 lg:max-w-3xl">
        <div className="min-w-0">
          <label htmlFor={`${ids}-event`} className="text-small font-semibold">
            Event
          </label>
          <select
            id={`${ids}-event`}
            className={box}
            value={filter.eventId ?? ''}
            onChange={({ target }) =>
              onChange({ ...filter, eventId: Number(target.value) || undefined })
            }
          >
            <option value="">All events</option>
            {events.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        </div>
        <div className="min-w-0">
          <label htmlFor={`${ids}-email`} className="text-small font-semibold">
            Email
          </label>
          <input
            id={`${ids}-email`}
            type="search"
            autoComplete="off"
            spellCheck={false}
            placeholder="Any part of the address"
            className={box}
            value={filter.email}
            onChange={({ target }) => onChange({ ...filter, email: target.value })}
          />
        </div>
      </div>
      <fieldset aria-label="State" className="flex min-w-0 flex-wrap gap-2">
        <Chip
          name="All"
          count={all}
          isOn={!filter.state}
          onPress={() => onChange({ ...filter, state: undefined })}
        />
        {shown.map((state) => (
          <Chip
            key={state}
            name={stateWords[state].name}
            count={counts?.[state]}
            isOn={filter.state === state}
            onPress={() => onChange({ ...filter, state })}
          />
        ))}
      </fieldset>
    </div>
  )
}

type ChipProps = { name: string; count: number | undefined; isOn: boolean; onPress: () => void }

function Chip({ name, count, isOn, onPress }: ChipProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onPress}
      className={`inline-flex min-h-11 items-center gap-2 rounded-full border px-4 text-small font-semibold figures ${
        isOn
          ? 'border-transparent bg-accent text-accent-ink'
          : 'border-line-strong text-ink hover:border-glow hover:text-glow'
      }`}
    >
      {name}
      {count !== undefined && (
        <span className={isOn ? '' : 'text-muted'}>{count.toLocaleString('en-GB')}</span>
      )}
    </button>
  )
}
