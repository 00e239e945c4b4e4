import type { LibraryVideo } from '#shared/contract/library.ts'
import { Section } from '#app/ui/section.tsx'
import { LibraryCard } from './library-card.tsx'
import { NoVideos } from './no-videos.tsx'

type CollectionProps = {
  videos: LibraryVideo[]
  onWatch: (video: LibraryVideo) => void
  onSeeMore: (video: LibraryVideo) => void
}

/** The intro and the list of interviews. Specification 2. */
export function Collection({ videos, onWatch, onSeeMore }: CollectionProps) {
  return (
    <Section
      id="collection"
      title="Exclusive Interview Collection"
      lead="Whole conversations, unhurried and uncut. Pick an evening and take a seat."
    >
      {videos.length === 0 ? (
        <NoVideos />
      ) : (
        <ul className="grid gap-x-7 gap-y-12 sm:grid-cols-2 lg:grid-cols-3">
          {videos.map((video) => (
            <li key={video.id} className="min-w-0">
              <LibraryCard
                video={video}
                onWatch={() => onWatch(video)}
                onSeeMore={() => onSeeMore(video)}
              />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
