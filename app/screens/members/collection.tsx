import { useRef } from 'react'
import type { SearchHit } from '#shared/contract/library-search.ts'
import type { LibraryVideo, WatchProgress } from '#shared/contract/library.ts'
import { findInterviews } from '#shared/find-interviews.ts'
import { Button } from '#app/ui/button.tsx'
import { Container } from '#app/ui/section.tsx'
import { FindingControls } from './finding-controls.tsx'
import { LibraryCard } from './library-card.tsx'
import { SearchHits, HitsBelow } from './moments.tsx'
import { NothingFound } from './nothing-found.tsx'
import { NoVideos } from './no-videos.tsx'
import type { useFinding } from './use-finding.ts'
import { useSaid } from './use-said.ts'

/** With more interviews than these, or where what is said can be searched, there is a search box. */
const searchAbove = 6

type CollectionProps = {
  videos: LibraryVideo[]
  progressOf: (video: LibraryVideo) => WatchProgress | undefined
  finding: ReturnType<typeof useFinding>
  onWatch: (video: LibraryVideo, from?: number) => void
  onSeeMore: (video: LibraryVideo) => void
}

/** The intro and the list of interviews. Specification, "Library". */
export function Collection({ videos, progressOf, finding, onWatch, onSeeMore }: CollectionProps) {
  const hasWords = videos.some(({ hasTranscript }) => hasTranscript)
  const canSearch = videos.length > searchAbove || hasWords
  const { query, sorting } = finding
  const box = useRef<HTMLInputElement>(null)
  const found = canSearch ? findInterviews(videos, query, sorting) : videos
  const said = useSaid(query, hasWords)

  function clear() {
    search('')
  }

  function search(next: string) {
    finding.search(next)
    box.current?.focus()
  }

  function play({ eventId, atSeconds }: SearchHit) {
    const video = videos.find(({ id }) => id === eventId)
    if (video) onWatch(video, Math.floor(atSeconds))
  }

  return (
    <section id="collection" aria-labelledby="collection-heading">
      <Container className="pt-12 pb-section sm:pt-16">
        <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-6">
          <div className="grow basis-80">
            <h2 id="collection-heading" className="text-heading">
              Exclusive Interview Collection
            </h2>
            <p className="mt-2 text-muted">Whole conversations, unhurried and uncut.</p>
          </div>
          {canSearch && (
            <div className="grow basis-96 lg:max-w-xl">
              <FindingControls
                ref={box}
                query={query}
                sorting={sorting}
                found={found.length}
                moments={said.moments.length}
                onQuery={finding.search}
                onClear={clear}
                onSorting={finding.sort}
              />
            </div>
          )}
        </div>
        <div className="mt-9 sm:mt-10">
          {videos.length === 0 && <NoVideos />}
          {videos.length > 0 && found.length === 0 && said.isNothing && (
            <NothingFound
              query={query}
              suggestion={said.suggestion}
              onClear={clear}
              onSearch={search}
            />
          )}
          {found.length > 0 && said.moments.length > 0 && <HitsBelow count={said.moments.length} />}
          {found.length > 0 && (
            <ul className="grid gap-x-7 gap-y-12 sm:grid-cols-2 lg:grid-cols-3">
              {found.map((video) => (
                <li key={video.id} className="min-w-0">
                  <LibraryCard
                    video={video}
                    progress={progressOf(video)}
                    onWatch={() => onWatch(video)}
                    onPlay={(from) => onWatch(video, from)}
                    onSeeMore={() => onSeeMore(video)}
                  />
                </li>
              ))}
            </ul>
          )}
          {said.isPending && <p className="mt-6 text-muted">Searching what was said...</p>}
          {said.retry && (
            <p role="alert" className="mt-6">
              What was said could not be searched.{' '}
              <Button variant="quiet" className="px-1!" onClick={said.retry}>
                Try again
              </Button>
            </p>
          )}
          {said.moments.length > 0 && (
            <SearchHits query={said.query} moments={said.moments} more={said.more} onPlay={play} />
          )}
        </div>
      </Container>
    </section>
  )
}
