import { useQuery } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { formatPosition } from '#client/ui/format-position.ts'
import type { SearchHit } from '#features/library/contract.ts'
import { markEnd, markStart } from '#features/library/rules.ts'
import { writeCount } from '#kernel/write-count.ts'
import { librarySearch } from './library-queries.ts'

type SearchHitsProps = {
  query: string
  moments: SearchHit[]
  /** Ids of interviews with further matching moments. */
  more: number[]
  onPlay: (hit: SearchHit) => void
}

const hitsHeading = 'moments-heading'

/**
 * Renders a button with the number of matching transcript moments, which scrolls to their list below the
 * interviews.
 */
export function HitsBelow({ count }: { count: number }) {
  return (
    <Button
      variant="quiet"
      className="mb-6 px-0!"
      onClick={() => {
        const heading = document.getElementById(hitsHeading)
        heading?.scrollIntoView()
        heading?.focus({ preventScroll: true })
      }}
    >
      {writeCount(count, 'moment')} in transcripts
    </Button>
  )
}

/**
 * Renders the matching transcript moments by interview, best first, each with its sentence, speaker and
 * time. A press on a moment plays it.
 */
export function SearchHits({ query, moments: hits, more, onPlay }: SearchHitsProps) {
  const eventIds = [...new Set(hits.map(({ eventId }) => eventId))]
  return (
    <section aria-labelledby={hitsHeading} className="mt-12">
      <h3 id={hitsHeading} tabIndex={-1} className="text-heading outline-none">
        Moments
      </h3>
      <ul className="mt-4 grid gap-8">
        {eventIds.map((eventId) => (
          <HitsOfInterview
            key={`${query} ${eventId}`}
            query={query}
            moments={hits.filter((hit) => hit.eventId === eventId)}
            hasMore={more.includes(eventId)}
            onPlay={onPlay}
          />
        ))}
      </ul>
    </section>
  )
}

type HitsOfInterviewProps = {
  query: string
  moments: SearchHit[]
  hasMore: boolean
  onPlay: (hit: SearchHit) => void
}

function HitsOfInterview({ query, moments: hits, hasMore, onPlay }: HitsOfInterviewProps) {
  const [isWhole, setIsWhole] = useState(false)
  const { eventId, title } = hits[0]!
  const all = useQuery({ ...librarySearch(query, eventId), enabled: isWhole })
  const shown = all.data?.moments ?? hits
  return (
    <li className="min-w-0">
      <h4 className="text-subheading wrap-anywhere">{title}</h4>
      <ul className="mt-2 divide-y divide-line border-y border-line">
        {shown.map((hit) => (
          <li key={hit.atSeconds}>
            <button
              type="button"
              onClick={() => onPlay(hit)}
              className="grid min-h-11 w-full grid-cols-[4.5rem_minmax(0,1fr)] items-baseline py-2.5 text-left hover:bg-raised"
            >
              <span className="inline-flex items-center gap-1.5 text-small font-semibold text-glow figures">
                <Play aria-hidden size={13} className="fill-current" />
                {formatPosition(Math.floor(hit.atSeconds))}
              </span>
              <span className="wrap-anywhere">
                {hit.speaker !== null && (
                  <span className="text-small text-muted">{hit.speaker}: </span>
                )}
                <Marked text={hit.text} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      {hasMore && !all.data && (
        <Button
          variant="quiet"
          className="px-1!"
          pending={all.isFetching}
          onClick={() => (all.isError ? void all.refetch() : setIsWhole(true))}
        >
          {all.isError ? 'Not loaded. Try again' : `More moments in “${title}”`}
        </Button>
      )}
    </li>
  )
}

/**
 * Renders the matches that the server marked as `<mark>` elements. The marks are control characters, which
 * no transcript contains, so no text is parsed as HTML.
 */
function Marked({ text }: { text: string }) {
  return text.split(markStart).map((part, at) => {
    const [found, rest] = at === 0 ? [undefined, part] : part.split(markEnd)
    return (
      <span key={at}>
        {found !== undefined && <mark>{found}</mark>}
        <span>{rest}</span>
      </span>
    )
  })
}
