import { useInfiniteQuery } from '@tanstack/react-query'
import type { ComponentType, ReactElement } from 'react'
import type { BadgeTone } from '#client/ui/badge.tsx'
import { useDebounced } from '#client/ui/use-debounced.ts'
import { writeCount } from '#kernel/write-count.ts'
import { type CsvColumns, DownloadRowsButton } from './download-rows.tsx'
import { FilterField, SearchFilter } from './filter-field.tsx'
import { PagedList, type pagedQuery } from './paged-list.tsx'
import { type Retry, RetryButton } from './retry-button.tsx'
import { readId, readOneOf, useAddressFilter } from './use-address-filter.ts'

/** The chosen filters of a list of mails or other background work. `search` is part of a person's name or email. */
export type WorkFilter<State extends string, Kind extends string = string> = {
  eventId?: number
  kind?: Kind
  search: string
  state?: State
}
type EventChoice = { eventId: number | undefined; onChange: (eventId: number | undefined) => void }
type Counts<State extends string> = Record<State, number>
type Page<State extends string> = { nextBefore: number | null; counts: Counts<State> }

type WorkListProps<State extends string, Found extends Page<State>, Kind extends string, Row> = {
  /** Plural noun for the list's rows, in lower case, such as `registrations`. */
  name: string
  label: string
  /** Texts for an empty list: `yet` if there are no rows at all, `found` if no row matches the filter. */
  nothing: { yet: string; found: string }
  states: { label: string; words: StateLabels<State> }
  /** Id of an event, if the list shows only background work of that event. */
  ofEvent?: number | undefined
  /** The select field that filters rows by event, if rows belong to events. */
  EventSelect?: ComponentType<EventChoice>
  /** Labels of the select field that filters rows by kind, if the list has one. */
  kinds?: { label: string; all: string; names: Readonly<Record<Kind, string>> }
  /** Whether the filters are hidden until the list has its first row. */
  waitsForFirst?: boolean
  pagesOf: (filter: WorkFilter<State, Kind>) => ReturnType<typeof pagedQuery<Found>>
  rowsOf: (page: Found) => Row[]
  linesOf: (rows: Row[]) => ReactElement[]
  /** File name and columns of the CSV download. */
  csv: { fileName: string; columns: CsvColumns<Row> }
  /** Returns the 'Try all again' button for the rows that match the filter; false if none of them can be retried. */
  againAll?: (filter: WorkFilter<State, Kind>, counts: Counts<State>) => Retry | false
  /** Called to move the focus when the 'Try all again' button disappears. */
  onGone?: () => void
}

/** CSS grid classes of the filter bar. The index is the number of select fields beside the search field. */
const filterGrids = [
  'sm:max-w-sm',
  'grid gap-4 sm:grid-cols-2 lg:max-w-3xl',
  'grid gap-4 sm:grid-cols-2 lg:max-w-5xl lg:grid-cols-3',
]

/** A paged list of background work, such as sent mails, newest first, with filters by event, person and state. */
export function WorkList<
  State extends string,
  Found extends Page<State>,
  Row,
  Kind extends string = never,
>({
  name,
  label,
  nothing,
  states,
  ofEvent,
  EventSelect: AnyEventSelect,
  kinds,
  waitsForFirst = false,
  pagesOf,
  rowsOf,
  linesOf,
  csv,
  againAll,
  onGone = () => {},
}: WorkListProps<State, Found, Kind, Row>) {
  const EventSelect = ofEvent === undefined ? AnyEventSelect : undefined
  const words = Object.keys(states.words) as State[]
  const kindNames = Object.keys(kinds?.names ?? {}) as Kind[]
  const [chosen, setChosen] = useAddressFilter((params): WorkFilter<State, Kind> => ({
    eventId: EventSelect && readId(params, 'eventId'),
    kind: readOneOf(params, 'kind', kindNames),
    search: params.get('search') ?? '',
    state: readOneOf(params, 'state', words),
  }))
  const filter = {
    ...chosen,
    eventId: ofEvent ?? chosen.eventId,
    search: useDebounced(chosen.search.trim()),
  }
  const pages = pagesOf(filter)
  const query = useInfiniteQuery(pages)
  const rows = query.data?.pages.flatMap(rowsOf)
  const counts = query.data?.pages[0]?.counts
  const isNarrowed = Boolean(chosen.eventId || filter.kind || filter.search)
  const isEmpty = counts && Object.values(counts).every((number) => number === 0)
  const again = counts && againAll?.(filter, counts)
  return (
    <>
      {!(waitsForFirst && isEmpty && !isNarrowed && !chosen.search) && (
        <div className="mt-5 grid gap-4">
          <div className={filterGrids[(EventSelect ? 1 : 0) + (kinds ? 1 : 0)]}>
            {EventSelect && (
              <EventSelect
                eventId={chosen.eventId}
                onChange={(eventId) => setChosen({ ...chosen, eventId })}
              />
            )}
            {kinds && (
              <FilterField label={kinds.label}>
                {(control) => (
                  <select
                    {...control}
                    value={chosen.kind ?? ''}
                    onChange={({ target }) =>
                      setChosen({
                        ...chosen,
                        kind: kindNames.find((kind) => kind === target.value),
                      })
                    }
                  >
                    <option value="">{kinds.all}</option>
                    {kindNames.map((kind) => (
                      <option key={kind} value={kind}>
                        {kinds.names[kind]}
                      </option>
                    ))}
                  </select>
                )}
              </FilterField>
            )}
            <SearchFilter
              value={chosen.search}
              onChange={(text) => setChosen({ ...chosen, search: text })}
            />
          </div>
          <StateFilter
            {...states}
            counts={counts}
            state={chosen.state}
            onChange={(state) => setChosen({ ...chosen, state })}
          />
          <div className="flex flex-wrap items-center gap-2.5">
            {again && <RetryButton {...again} onGone={onGone} />}
            <DownloadRowsButton
              {...csv}
              label={name}
              read={(onArrived) => pages.readAll(rowsOf, onArrived)}
              isEmpty={!rows || rows.length === 0}
            />
          </div>
        </div>
      )}
      <PagedList
        query={query}
        name={name}
        label={label}
        nothing={isNarrowed || filter.state ? nothing.found : nothing.yet}
        lines={rows && linesOf(rows)}
      />
    </>
  )
}

type StateFilterProps<State extends string> = {
  label: string
  words: StateLabels<State>
  /** Number of rows in each state that match the other filters. A state without rows has no button. */
  counts: Record<State, number> | undefined
  state: State | undefined
  onChange: (state: State | undefined) => void
}

/** Buttons that filter a list by state, with the number of rows in each state. */
function StateFilter<State extends string>({
  label,
  words,
  counts,
  state: chosen,
  onChange,
}: StateFilterProps<State>) {
  const states = Object.keys(words) as State[]
  const all = counts && states.reduce((sum, state) => sum + counts[state], 0)
  const chips = states
    .filter((state) => counts?.[state] || chosen === state)
    .map((state) => ({ state, name: words[state].name, count: counts?.[state] }))
  return (
    <fieldset aria-label={label} className="flex min-w-0 flex-wrap gap-2">
      {[{ state: undefined, name: 'All', count: all }, ...chips].map(({ state, name, count }) => (
        <button
          key={name}
          type="button"
          aria-pressed={state === chosen}
          onClick={() => onChange(state)}
          className={`inline-flex min-h-11 items-center gap-2 rounded-full border px-4 text-small font-semibold figures ${
            state === chosen
              ? 'border-accent-edge bg-accent text-accent-ink'
              : 'border-line-strong text-ink hover:border-glow hover:text-glow'
          }`}
        >
          {name}
          {count !== undefined && (
            <span className={state === chosen ? '' : 'text-muted'}>
              {count.toLocaleString('en-GB')}
            </span>
          )}
        </button>
      ))}
    </fieldset>
  )
}

/** For each state of mails or of another kind of background work, the label and the colour of its badge. */
export type StateLabels<State extends string> = Record<State, { name: string; tone: BadgeTone }>

export type Write = (instant: string) => string

export const triesOf = ({ attempts }: { attempts: number }) => writeCount(attempts, 'try', 'tries')

export const reasonOf = ({ lastError }: { lastError: string | null }) =>
  lastError ?? 'No reason given'
