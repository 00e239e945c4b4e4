import { useQuery } from '@tanstack/react-query'
import { FilterField } from '#client/admin/filter-field.tsx'
import { adminEvents } from '#features/events/admin/event-queries.ts'
import { isPublished } from '#kernel/publishing.ts'

type EventChoiceProps = {
  label: string
  eventId: number | null
  /** Label of the option that stands for no event, such as 'All events'. If absent, an event must be chosen. */
  none?: string
  onChange: (eventId: number | null) => void
}

/** Select element for a published event, because unpublished events have no registrants. */
export function EventChoice({
  label,
  eventId,
  none = 'Choose an event',
  ...props
}: EventChoiceProps) {
  const events = (useQuery(adminEvents).data ?? []).filter(
    (event) => event.id === eventId || isPublished(event, new Date()),
  )
  return (
    <FilterField label={label}>
      {(control) => (
        <select
          {...control}
          value={eventId ?? ''}
          onChange={({ target }) => props.onChange(Number(target.value) || null)}
        >
          <option value="">{none}</option>
          {events.map((event) => (
            <option key={event.id} value={event.id}>
              {event.title}
            </option>
          ))}
        </select>
      )}
    </FilterField>
  )
}

/** `titleOf` returns the title of an event by the event's id. */
export type EventTitles = { titleOf: (eventId: number) => string }

export function useEventTitles(): EventTitles {
  const events = useQuery(adminEvents).data
  return {
    titleOf: (eventId) => events?.find(({ id }) => id === eventId)?.title ?? `event ${eventId}`,
  }
}
