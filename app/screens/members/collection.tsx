import { useRef } from 'react'
import type { LibraryVideo, WatchProgress } from '#shared/contract/library.ts'
import { Container } from '#app/ui/section.tsx'
import { findInterviews } from './find-interviews.ts'
import { FindingControls } from './finding-controls.tsx'
import { LibraryCard } from './library-card.tsx'
import { NothingFound } from './nothing-found.tsx'
import { NoVideos } from './no-videos.tsx'
import type { useFinding } from './use-finding.ts'

/** With more interviews than these there is a search box. */
const searchAbove = 6

type CollectionProps = {
  videos: LibraryVideo[]
  progressOf: (video: LibraryVideo) => WatchProgress | undefined
  finding: ReturnType<typeof useFinding>
  onWatch: (video: LibraryVideo) => void
  onSeeMore: (video: LibraryVideo) => void
}

/** The intro and the list of interviews. Specification 2. */
export function Collection({ videos, progressOf, finding, onWatch, onSeeMore }: CollectionProps) {
  const canSearch = videos.length > searchAbove
  const { query, sorting } = finding
  const box = useRef<HTMLInputElement>(null)
  const found = canSearch ? findInterviews(videos, query, sorting) : videos

  function clear() {
    finding.search('')
    box.current?.focus()
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
                onQuery={finding.search}
                onClear={clear}
                onSorting={finding.sort}
              />
            </div>
          )}
        </div>
        <div className="mt-9 sm:mt-10">
          {videos.length === 0 && <NoVideos />}
          {videos.length > 0 && found.length === 0 && (
            <NothingFound query={query} onClear={clear} />
          )}
          {found.length > 0 && (
            <ul className="grid gap-x-7 gap-y-12 sm:grid-cols-2 lg:grid-cols-3">
              {found.map((video) => (
                <li key={video.id} className="min-w-0">
                  <LibraryCard
                    video={video}
                    progress={progressOf(video)}
                    onWatch={() => onWatch(video)}
                    onSeeMore={() => onSeeMore(video)}
                  />
                </li>
              ))}
            </ul>
          )}
        </div>
      </Container>
    </section>
  )
}
