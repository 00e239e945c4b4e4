import { useQuery } from '@tanstack/react-query'
import { FilterField } from '#client/admin/filter-field.tsx'
import { eventChoice } from './event-queries.ts'
import { titleInChoice } from './title-in-choice.ts'

type EventSelectProps = {
  label?: string
  eventId: number | undefined
  /** Label of the option that selects no event. */
  none?: string
  onChange: (eventId: number | undefined) => void
}

export function EventSelect({
  label = 'Event',
  eventId,
  none = 'All events',
  onChange,
}: EventSelectProps) {
  const events = useQuery(eventChoice).data ?? []
  return (
    <FilterField label={label}>
      {(control) => (
        <select
          {...control}
          value={eventId ?? ''}
          onChange={({ target }) => onChange(Number(target.value) || undefined)}
        >
          <option value="">{none}</option>
          {events.map((event) => (
            <option key={event.id} value={event.id}>
              {titleInChoice(event)}
            </option>
          ))}
        </select>
      )}
    </FilterField>
  )
}
