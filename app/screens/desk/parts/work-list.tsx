import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { useSettled } from '#app/ui/use-settled.ts'
import type { StateWords } from './describe-work.ts'
import type { adminPages } from './desk-pages.ts'
import { EventSelect } from './event-select.tsx'
import { PagedList } from './paged-list.tsx'
import { PersonSearch } from './person-search.tsx'
import { StateFilter } from './state-filter.tsx'
import { type Again, TryAgain } from './try-again.tsx'
import { readId, readOneOf, useAddressFilter } from './use-address-filter.ts'

/** `search`: what is looked for in names or addresses. */
export type WorkFilter<State extends string> = { eventId?: number; search: string; state?: State }
type Counts<State extends string> = Record<State, number>
type Page<State extends string> = { nextBefore: number | null; counts: Counts<State> }

type WorkListProps<State extends string, Found extends Page<State>> = {
  /** What is listed, in the plural, in small letters. */
  name: string
  label: string
  /** Said where there is nothing yet, and where nothing is found. */
  nothing: { yet: string; found: string }
  states: { label: string; words: StateWords<State> }
  hasEvents?: boolean
  /** Nothing is asked for as long as there is nothing at all. */
  waitsForFirst?: boolean
  pagesOf: (filter: WorkFilter<State>) => ReturnType<typeof adminPages<Found>>
  linesOf: (page: Found) => ReactElement[]
  /** 'Try all again' for what is chosen, where it has a sense. */
  againAll?: (filter: WorkFilter<State>, counts: Counts<State>) => Again | false
  /** Where the focus goes with it. */
  onGone?: () => void
}

/** Work that was or is to be done, newest first, in pages: found by event, person and state. */
export function WorkList<State extends string, Found extends Page<State>>({
  name,
  label,
  nothing,
  states,
  hasEvents = false,
  waitsForFirst = false,
  pagesOf,
  linesOf,
  againAll,
  onGone = () => {},
}: WorkListProps<State, Found>) {
  const words = Object.keys(states.words) as State[]
  const [chosen, setChosen] = useAddressFilter((params): WorkFilter<State> => ({
    eventId: readId(params, 'eventId'),
    search: params.get('search') ?? '',
    state: readOneOf(params, 'state', words),
  }))
  const filter = { ...chosen, search: useSettled(chosen.search.trim()) }
  const query = useInfiniteQuery(pagesOf(filter))
  const counts = query.data?.pages[0]?.counts
  const isNarrowed = Boolean(filter.eventId || filter.search)
  const isEmpty = counts && Object.values(counts).every((number) => number === 0)
  const again = counts && againAll?.(filter, counts)
  return (
    <>
      {!(waitsForFirst && isEmpty && !isNarrowed && !chosen.search) && (
        <div className="mt-5 grid gap-4">
          <div className={hasEvents ? 'grid gap-4 sm:grid-cols-2 lg:max-w-3xl' : 'sm:max-w-sm'}>
            {hasEvents && (
              <EventSelect
                eventId={chosen.eventId}
                onChange={(eventId) => setChosen({ ...chosen, eventId })}
              />
            )}
            <PersonSearch
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
          {again && (
            <div>
              <TryAgain {...again} onGone={onGone} />
            </div>
          )}
        </div>
      )}
      <PagedList
        query={query}
        name={name}
        label={label}
        nothing={isNarrowed || filter.state ? nothing.found : nothing.yet}
        lines={query.data?.pages.flatMap(linesOf)}
      />
    </>
  )
}
