import { ArrowDownWideNarrow, ChevronDown, Search, X } from 'lucide-react'
import { type Ref, useId } from 'react'
import type { Sorting } from '#shared/find-interviews.ts'

type FindingControlsProps = {
  /** The search box. */
  ref: Ref<HTMLInputElement>
  query: string
  sorting: Sorting
  /** How many interviews are shown. */
  found: number
  /** How many moments are. */
  moments: number
  onQuery: (query: string) => void
  onClear: () => void
  onSorting: (sorting: Sorting) => void
}

const look =
  'h-12 w-full rounded-md border border-line-strong bg-sunken pl-11 text-base text-ink placeholder:text-muted'
const icon = 'pointer-events-none absolute top-3.5 left-3.5 size-5 text-muted'

/** A search box over title, guest and description, and the order. */
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
          placeholder="Title, guest or what was said"
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
          `${props.found} ${props.found === 1 ? 'interview' : 'interviews'} found${
            props.moments > 0 ? `, ${props.moments} moments` : ''
          }`}
      </output>
    </search>
  )
}
