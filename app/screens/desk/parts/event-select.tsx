import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { eventChoice } from '#app/api/admin-queries.ts'

export const fieldLook =
  'mt-1 block h-11 w-full rounded-md border border-line-strong bg-sunken px-3 text-small text-ink'

type EventSelectProps = {
  eventId: number | undefined
  onChange: (eventId: number | undefined) => void
}

/** One event of the series, or all of them. */
export function EventSelect({ eventId, onChange }: EventSelectProps) {
  const id = useId()
  const events = useQuery(eventChoice).data ?? []
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="text-small font-semibold">
        Event
      </label>
      <select
        id={id}
        className={fieldLook}
        value={eventId ?? ''}
        onChange={({ target }) => onChange(Number(target.value) || undefined)}
      >
        <option value="">All events</option>
        {events.map((event) => (
          <option key={event.id} value={event.id}>
            {event.title}
          </option>
        ))}
      </select>
    </div>
  )
}
