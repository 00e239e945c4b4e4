import { useId } from 'react'
import { deliveryStates, type DeliveryState } from '#shared/messages.ts'
import type { DeliveryFilter } from './delivery-queries.ts'
import { stateWords } from './delivery-words.ts'
import { EventSelect, fieldLook } from './event-select.tsx'
import { StateChip } from './state-chip.tsx'

type DeliveryFiltersProps = {
  filter: DeliveryFilter
  /** Of the event and address chosen. */
  counts: Record<DeliveryState, number> | undefined
  onChange: (filter: DeliveryFilter) => void
}

/** By event, by address, by state; each state says how many there are. */
export function DeliveryFilters({ filter, counts, onChange }: DeliveryFiltersProps) {
  const ids = useId()
  const shown = deliveryStates.filter((state) => counts?.[state] || filter.state === state)
  const all = counts && Object.values(counts).reduce((sum, number) => sum + number, 0)
  return (
    <div className="mt-5 grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2 lg:max-w-3xl">
        <EventSelect
          eventId={filter.eventId}
          onChange={(eventId) => onChange({ ...filter, eventId })}
        />
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
            className={`${fieldLook} placeholder:text-muted`}
            value={filter.email}
            onChange={({ target }) => onChange({ ...filter, email: target.value })}
          />
        </div>
      </div>
      <fieldset aria-label="State" className="flex min-w-0 flex-wrap gap-2">
        <StateChip
          name="All"
          count={all}
          isOn={!filter.state}
          onPress={() => onChange({ ...filter, state: undefined })}
        />
        {shown.map((state) => (
          <StateChip
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
