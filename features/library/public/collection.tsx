import { SearchX } from 'lucide-react'
import { useRef } from 'react'
import { useTexts } from '#client/page/use-site.ts'
import { Button } from '#client/ui/button.tsx'
import { Container } from '#client/ui/section.tsx'
import type { SearchHit, LibraryVideo, WatchProgress } from '#features/library/contract.ts'
import { findInterviews } from '#features/library/rules.ts'
import { FindingControls, type useFinding, useTranscriptSearch } from './finding-controls.tsx'
import { NoVideos } from './library-states.tsx'
import { SearchHits, HitsBelow } from './search-hits.tsx'
import { LibraryCard } from './video-cards.tsx'

/**
 * Number of interviews above which the page shows the search box. It is also shown if a transcript can be
 * searched.
 */
const searchAbove = 6

type CollectionProps = {
  videos: LibraryVideo[]
  progressOf: (video: LibraryVideo) => WatchProgress | undefined
  finding: ReturnType<typeof useFinding>
  onWatch: (video: LibraryVideo, from?: number) => void
  onSeeMore: (video: LibraryVideo) => void
}

export function Collection({ videos, progressOf, finding, onWatch, onSeeMore }: CollectionProps) {
  const hasWords = videos.some(({ hasTranscript }) => hasTranscript)
  const canSearch = videos.length > searchAbove || hasWords
  const { query, sorting } = finding
  const box = useRef<HTMLInputElement>(null)
  const found = canSearch ? findInterviews(videos, query, sorting) : videos
  const { collectionTitle, collectionLead } = useTexts().library
  const said = useTranscriptSearch(query, hasWords)

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
            <h2 id="collection-heading" className="text-heading wrap-anywhere">
              {collectionTitle}
            </h2>
            <p className="mt-2 text-muted">{collectionLead}</p>
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
          {said.isPending && <p className="mt-6 text-muted">Searching transcripts...</p>}
          {said.retry && (
            <p role="alert" className="mt-6">
              The transcripts could not be searched.{' '}
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

type NothingFoundProps = {
  query: string
  /** A corrected query, if the transcripts or titles contain similar words. */
  suggestion: string | null
  onClear: () => void
  onSearch: (query: string) => void
}

function NothingFound({ query, suggestion, onClear, onSearch }: NothingFoundProps) {
  return (
    <div className="rounded-lg border border-line bg-surface px-6 py-14 text-center">
      <SearchX aria-hidden strokeWidth={1.25} className="mx-auto size-12 text-glow" />
      <h3 className="mt-4 text-heading wrap-anywhere">Nothing found for “{query.trim()}”</h3>
      {suggestion !== null && (
        <p className="mt-3">
          Did you mean{' '}
          <Button variant="quiet" className="px-1!" onClick={() => onSearch(suggestion)}>
            {suggestion}
          </Button>
          ?
        </p>
      )}
      <p className="mx-auto mt-3 max-w-md text-muted">
        Try a guest’s name, a single word from the title, or fewer words.
      </p>
      <Button variant="secondary" className="mt-6" onClick={onClear}>
        Show all interviews
      </Button>
    </div>
  )
}
