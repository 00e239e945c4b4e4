import { Play } from 'lucide-react'
import type { LibraryVideo, WatchProgress } from '#shared/contract/library.ts'
import { isWatched, resumePosition } from '#shared/watch-progress.ts'
import { VideoThumbnail } from '#app/components/video-thumbnail.tsx'
import { Container } from '#app/ui/section.tsx'
import { formatPosition } from '#app/components/format-position.ts'
import { WatchedBar, WatchedText } from './watched-bar.tsx'

const mostShown = 3

type Begun = { video: LibraryVideo; progress: WatchProgress; position: number }

/** The interviews that were begun and not watched to the end, the latest first. */
export function findBegun(videos: LibraryVideo[], progress: WatchProgress[]): Begun[] {
  return progress.flatMap((entry) => {
    const video = videos.find(({ id }) => id === entry.videoId)
    const position = resumePosition(entry)
    return video && position !== undefined && !isWatched(entry)
      ? [{ video, progress: entry, position }]
      : []
  })
}

type ContinueWatchingProps = { begun: Begun[]; onWatch: (video: LibraryVideo) => void }

/** One press goes on where watching stopped. */
export function ContinueWatching({ begun, onWatch }: ContinueWatchingProps) {
  return (
    <section aria-labelledby="continue-heading">
      <Container className="pt-10 sm:pt-12">
        <h2 id="continue-heading" className="text-heading">
          Continue watching
        </h2>
        <ul className="mt-6 grid gap-4 sm:grid-cols-2 lg:grid-cols-3 lg:gap-7">
          {begun.slice(0, mostShown).map(({ video, progress, position }) => (
            <li key={video.id} className="grid min-w-0">
              <button
                type="button"
                onClick={() => onWatch(video)}
                className="flex items-stretch overflow-hidden rounded-lg border border-line bg-surface text-left shadow-lift transition-colors hover:border-glow"
              >
                <span aria-hidden className="relative block w-32 shrink-0 overflow-hidden sm:w-40">
                  <VideoThumbnail videoUrl={video.videoUrl} className="h-full w-full" />
                  <span className="absolute inset-0 m-auto grid size-10 place-items-center rounded-full bg-accent text-accent-ink">
                    <Play aria-hidden size={18} className="ml-0.5 fill-current" />
                  </span>
                  <WatchedBar progress={progress} title={video.title} />
                </span>
                <span className="flex min-w-0 flex-col justify-center px-4 py-3">
                  <span className="sr-only">Continue </span>
                  <span className="line-clamp-2 leading-snug font-semibold wrap-anywhere">
                    {video.title}
                  </span>
                  <span className="mt-1 text-caption text-muted figures">
                    {formatPosition(position)} <WatchedText progress={progress} />
                  </span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      </Container>
    </section>
  )
}
