import { useQuery } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { useState } from 'react'
import type { FoundMoment } from '#shared/contract/library-search.ts'
import { markEnd, markStart } from '#shared/search-marks.ts'
import { librarySearch } from '#app/api/queries.ts'
import { Button } from '#app/ui/button.tsx'
import { formatPosition } from '#app/components/format-position.ts'

type MomentsProps = {
  query: string
  moments: FoundMoment[]
  /** Interviews that have further ones. */
  more: number[]
  onPlay: (moment: FoundMoment) => void
}

const momentsHeading = 'moments-heading'

/** Below the interviews that were found, however many: one press leads there. */
export function MomentsBelow({ count }: { count: number }) {
  return (
    <Button
      variant="quiet"
      className="mb-6 px-0!"
      onClick={() => {
        const heading = document.getElementById(momentsHeading)
        heading?.scrollIntoView()
        heading?.focus({ preventScroll: true })
      }}
    >
      {count === 1 ? '1 moment' : `${count} moments`} in what was said
    </Button>
  )
}

/** What was said, by interview, best first: the sentence, who says it and when. A press plays it. */
export function Moments({ query, moments, more, onPlay }: MomentsProps) {
  const eventIds = [...new Set(moments.map(({ eventId }) => eventId))]
  return (
    <section aria-labelledby={momentsHeading} className="mt-12">
      <h3 id={momentsHeading} tabIndex={-1} className="text-heading outline-none">
        Moments
      </h3>
      <ul className="mt-4 grid gap-8">
        {eventIds.map((eventId) => (
          <MomentsOfInterview
            key={`${query} ${eventId}`}
            query={query}
            moments={moments.filter((moment) => moment.eventId === eventId)}
            hasMore={more.includes(eventId)}
            onPlay={onPlay}
          />
        ))}
      </ul>
    </section>
  )
}

type MomentsOfInterviewProps = {
  query: string
  moments: FoundMoment[]
  hasMore: boolean
  onPlay: (moment: FoundMoment) => void
}

function MomentsOfInterview({ query, moments, hasMore, onPlay }: MomentsOfInterviewProps) {
  const [isWhole, setIsWhole] = useState(false)
  const { eventId, title } = moments[0]!
  const all = useQuery({ ...librarySearch(query, eventId), enabled: isWhole })
  const shown = all.data?.moments ?? moments
  return (
    <li className="min-w-0">
      <h4 className="text-subheading wrap-anywhere">{title}</h4>
      <ul className="mt-2 divide-y divide-line border-y border-line">
        {shown.map((moment) => (
          <li key={moment.atSeconds}>
            <button
              type="button"
              onClick={() => onPlay(moment)}
              className="grid min-h-11 w-full grid-cols-[4.5rem_minmax(0,1fr)] items-baseline py-2.5 text-left hover:bg-raised"
            >
              <span className="inline-flex items-center gap-1.5 text-small font-semibold text-glow figures">
                <Play aria-hidden size={13} className="fill-current" />
                {formatPosition(Math.floor(moment.atSeconds))}
              </span>
              <span className="wrap-anywhere">
                {moment.speaker !== null && (
                  <span className="text-small text-muted">{moment.speaker}: </span>
                )}
                <Marked text={moment.text} />
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
          {all.isError ? 'That did not work. Try again' : `More moments in “${title}”`}
        </Button>
      )}
    </li>
  )
}

/** The server marks with control characters, which no transcript holds: nothing of it is read as HTML. */
function Marked({ text }: { text: string }) {
  return text.split(markStart).map((part, at) => {
    const [found, rest] = at === 0 ? [undefined, part] : part.split(markEnd)
    return (
      <span key={at}>
        {found !== undefined && <mark>{found}</mark>}
        {rest}
      </span>
    )
  })
}
