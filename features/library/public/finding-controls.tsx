import { useQuery } from '@tanstack/react-query'
import { ArrowDownWideNarrow, ChevronDown, Search, X } from 'lucide-react'
import { useEffect, useRef, useState, type Ref, useId } from 'react'
import { NavigationType, useLocation, useNavigationType, useSearchParams } from 'react-router'
import { useDebounced } from '#client/ui/use-debounced.ts'
import { useIsStaying, writeDown } from '#client/ui/use-is-staying.ts'
import type { Sorting } from '#features/library/rules.ts'
import { writeCount } from '#kernel/write-count.ts'
import { librarySearch } from './library-queries.ts'

/**
 * Delay in milliseconds after typing before the page's URL is updated, because browsers limit the rate of
 * such updates.
 */
const writeAfterMs = 250

function searchWith(name: string, value: string) {
  const changed = new URLSearchParams(window.location.search)
  if (value) changed.set(name, value)
  else changed.delete(name)
  return changed
}

/**
 * Keeps the search query and the sort order in the page's URL, `?q=bakery&sort=title`, so that they can be
 * shared and survive a reload. The list of interviews updates on each key, and the URL after a delay.
 */
export function useFinding() {
  const [address, setAddress] = useSearchParams()
  const { key } = useLocation()
  const navigationType = useNavigationType()
  const isStaying = useIsStaying()
  const [query, setQuery] = useState(address.get('q') ?? '')
  const [knownKey, setKnownKey] = useState(key)
  const writing = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(writing.current), [])

  // Links and history navigation change the URL, so copy its query into the search box. This component's
  // own updates use `replace` and are skipped.
  if (key !== knownKey) {
    setKnownKey(key)
    if (navigationType !== NavigationType.Replace) setQuery(address.get('q') ?? '')
  }

  function write(name: string, value: string) {
    if (isStaying())
      setAddress(searchWith(name, value), { replace: true, preventScrollReset: true })
  }

  const sorting: Sorting = address.get('sort') === 'title' ? 'title' : 'newest'
  return {
    query,
    sorting,
    search(next: string) {
      setQuery(next)
      if (isStaying()) writeDown(searchWith('q', next.trim()).toString())
      clearTimeout(writing.current)
      writing.current = setTimeout(() => write('q', next.trim()), writeAfterMs)
    },
    sort: (next: Sorting) => write('sort', next === 'title' ? 'title' : ''),
  }
}

/**
 * Searches the transcripts when typing pauses. If `hasWords` is false, no recording has a transcript, and
 * the hook returns no results.
 */
export function useTranscriptSearch(query: string, hasWords: boolean) {
  const typed = query.trim()
  const settled = useDebounced(typed)
  const isAsked = hasWords && typed !== ''
  const found = useQuery({ ...librarySearch(settled), enabled: isAsked && settled !== '' })
  const isCurrent = isAsked && settled === typed
  const said = isCurrent ? found.data : undefined
  return {
    query: settled,
    moments: said?.moments ?? [],
    more: said?.more ?? [],
    suggestion: said?.suggestion ?? null,
    isPending: isAsked && (!isCurrent || found.isPending),
    /** True if no moment matched, if there is nothing to search, or if the search failed. */
    isNothing: !isAsked || (isCurrent && !found.isPending && (said?.moments.length ?? 0) === 0),
    retry: isCurrent && found.isError ? () => void found.refetch() : undefined,
  }
}

type FindingControlsProps = {
  ref: Ref<HTMLInputElement>
  query: string
  sorting: Sorting
  /** Number of matching interviews. */
  found: number
  /** Number of matching moments in transcripts. */
  moments: number
  onQuery: (query: string) => void
  onClear: () => void
  onSorting: (sorting: Sorting) => void
}

const look =
  'h-12 w-full rounded-md border border-line-strong bg-sunken pl-11 text-base text-ink placeholder:text-muted'
const icon = 'pointer-events-none absolute top-3.5 left-3.5 size-5 text-muted'

export function FindingControls({ ref, ...props }: FindingControlsProps) {
  const id = useId()

  return (
    <search className="flex flex-col gap-3 sm:flex-row">
      <div className="relative grow">
        <label htmlFor={`${id}-query`} className="sr-only">
          Search interviews
        </label>
        <Search aria-hidden className={icon} />
        <input
          ref={ref}
          id={`${id}-query`}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          placeholder="Title, guest or transcript"
          value={props.query}
          onChange={(event) => props.onQuery(event.target.value)}
          className={`${look} pr-12 [&::-webkit-search-cancel-button]:hidden`}
        />
        {props.query && (
          <button
            type="button"
            aria-label="Clear search"
            onClick={props.onClear}
            className="absolute top-0.5 right-0.5 grid size-11 place-items-center rounded-md text-muted hover:text-ink"
          >
            <X aria-hidden size={19} />
          </button>
        )}
      </div>
      <div className="relative shrink-0">
        <label htmlFor={`${id}-sort`} className="sr-only">
          Sort by
        </label>
        <ArrowDownWideNarrow aria-hidden className={icon} />
        <select
          id={`${id}-sort`}
          value={props.sorting}
          onChange={(event) => props.onSorting(event.target.value as Sorting)}
          className={`${look} cursor-pointer appearance-none pr-10 sm:w-52`}
        >
          <option value="newest">Newest first</option>
          <option value="title">Title, A to Z</option>
        </select>
        <ChevronDown
          aria-hidden
          className="pointer-events-none absolute top-3.5 right-3.5 size-5 text-muted"
        />
      </div>
      <output className="sr-only">
        {props.query.trim() &&
          `${writeCount(props.found, 'interview')} found${
            props.moments > 0 ? `, ${props.moments} moments` : ''
          }`}
      </output>
    </search>
  )
}
