import { FilterField, SearchFilter } from '#client/admin/filter-field.tsx'
import { readId, readOneOf } from '#client/admin/use-address-filter.ts'
import { useSite } from '#client/page/use-site.ts'
import { listTags } from '#features/events/public/tag-links.tsx'
import type { AdminEvent } from '#kernel/event-shapes.ts'
import { eventDay } from '#kernel/event-time.ts'
import { containsWords } from '#kernel/fold-text.ts'
import { eventStatuses, type EventStatus } from '#kernel/values.ts'
import { statusNames } from './event-status.ts'

type EventFilter = {
  /** Words to find in the title or the guest's name. */
  search: string
  status: EventStatus | undefined
  year: number | undefined
  tag: string | undefined
}

export function readChosen(params: URLSearchParams): EventFilter {
  return {
    search: params.get('search') ?? '',
    status: readOneOf(params, 'status', eventStatuses),
    year: readId(params, 'year'),
    tag: params.get('tag') ?? undefined,
  }
}

/**
 * Returns the year of an event's date in the series' time zone; in other zones, the date and so the year may differ.
 */
function yearOf(event: AdminEvent, timeZone: string): number | undefined {
  return Number(eventDay(event, timeZone)?.slice(0, 4)) || undefined
}

export function matchesFilter(
  event: AdminEvent,
  { search, status, year, tag }: EventFilter,
  timeZone: string,
): boolean {
  return (
    containsWords(`${event.title} ${event.speakerName}`, search) &&
    (status === undefined || event.status === status) &&
    (year === undefined || yearOf(event, timeZone) === year) &&
    (tag === undefined || event.tags.includes(tag))
  )
}

type EventFiltersProps = {
  events: AdminEvent[]
  chosen: EventFilter
  onChange: (chosen: EventFilter) => void
}

/** Form that filters the list of events by words, status, year and tag. */
export function EventFilters({ events, chosen, onChange }: EventFiltersProps) {
  const { zone } = useSite().site.display
  const years = [...new Set(events.map((event) => yearOf(event, zone)))].filter(
    (year) => year !== undefined,
  )
  const tags = listTags(events)
  return (
    <search className="mt-5 grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
      <SearchFilter
        label="Title or guest"
        placeholder="Part of a title or name"
        value={chosen.search}
        onChange={(search) => onChange({ ...chosen, search })}
      />
      <FilterField label="Status">
        {(control) => (
          <select
            {...control}
            value={chosen.status ?? ''}
            onChange={({ target }) =>
              onChange({
                ...chosen,
                status: eventStatuses.find((status) => status === target.value),
              })
            }
          >
            <option value="">All statuses</option>
            {eventStatuses.map((status) => (
              <option key={status} value={status}>
                {statusNames[status]}
              </option>
            ))}
          </select>
        )}
      </FilterField>
      <FilterField label="Year">
        {(control) => (
          <select
            {...control}
            value={chosen.year ?? ''}
            onChange={({ target }) =>
              onChange({ ...chosen, year: Number(target.value) || undefined })
            }
          >
            <option value="">All years</option>
            {years
              .toSorted((one, other) => other - one)
              .map((year) => (
                <option key={year} value={year}>
                  {year}
                </option>
              ))}
          </select>
        )}
      </FilterField>
      {tags.length > 0 && (
        <FilterField label="Tag">
          {(control) => (
            <select
              {...control}
              value={chosen.tag ?? ''}
              onChange={({ target }) => onChange({ ...chosen, tag: target.value || undefined })}
            >
              <option value="">All tags</option>
              {tags.map((tag) => (
                <option key={tag} value={tag}>
                  {tag}
                </option>
              ))}
            </select>
          )}
        </FilterField>
      )}
    </search>
  )
}
