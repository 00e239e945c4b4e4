import { Play } from 'lucide-react'
import { useId } from 'react'
import type { LibraryVideo, WatchProgress } from '#shared/contract/library.ts'
import { VideoThumbnail } from '#app/components/video-thumbnail.tsx'
import { Button } from '#app/ui/button.tsx'
import { CardWords } from './card-words.tsx'
import { ChapterList } from './chapter-list.tsx'
import { WatchedBar, WatchedText } from './watched-bar.tsx'

/** Specification, "Library": longer descriptions are cut and can be opened. */
const seeMoreAfter = 120

type LibraryCardProps = {
  video: LibraryVideo
  progress: WatchProgress | undefined
  onWatch: () => void
  /** Watches from a chapter. */
  onPlay: (seconds: number) => void
  onSeeMore: () => void
}

/**
 * One interview with everything that belongs to it. Specification, "Library". Pressing its picture watches,
 * too.
 */
export function LibraryCard({ video, progress, onWatch, onPlay, onSeeMore }: LibraryCardProps) {
  const titleId = useId()
  return (
    <article
      aria-labelledby={titleId}
      data-lit
      className="group relative isolate flex h-full flex-col"
    >
      <div className="relative overflow-hidden rounded-lg border border-line shadow-lift">
        <VideoThumbnail videoUrl={video.videoUrl} />
        <span className="absolute inset-0 m-auto grid size-14 place-items-center rounded-full bg-accent text-accent-ink opacity-0 transition-opacity duration-200 group-has-[[data-watch]:hover]:opacity-100 group-has-[[data-watch]:focus-visible]:opacity-100">
          <Play aria-hidden size={24} className="ml-0.5 fill-current" />
        </span>
        <WatchedBar progress={progress} title={video.title} />
      </div>
      <CardWords video={video} titleId={titleId}>
        <WatchedText progress={progress} />
      </CardWords>
      {video.description.length > seeMoreAfter && (
        <button
          type="button"
          aria-describedby={titleId}
          onClick={onSeeMore}
          className="-mx-1 inline-flex min-h-8 items-center self-start rounded-sm px-1 text-small font-semibold text-glow underline decoration-1 underline-offset-4 hover:decoration-2"
        >
          See more...
        </button>
      )}
      {video.chapters && (
        <div className="relative z-10 -mx-4 mt-2">
          <ChapterList chapters={video.chapters} onPlay={onPlay} />
        </div>
      )}
      <div className="mt-auto pt-4">
        <Button
          data-watch
          variant="secondary"
          aria-describedby={titleId}
          onClick={onWatch}
          className="after:absolute after:inset-x-0 after:top-0 after:aspect-video after:rounded-lg"
        >
          <Play aria-hidden size={16} />
          Watch Interview
        </Button>
      </div>
    </article>
  )
}
