import { Play } from 'lucide-react'
import { useId } from 'react'
import type { LibraryVideo, WatchProgress } from '#shared/contract/library.ts'
import { VideoThumbnail } from '#app/components/video-thumbnail.tsx'
import { Button } from '#app/ui/button.tsx'
import { GuestLine, VideoDate } from './guest-line.tsx'
import { WatchedBar, WatchedText } from './watched-bar.tsx'

/** Specification 9: longer descriptions are cut and can be opened. */
const seeMoreAfter = 120

type LibraryCardProps = {
  video: LibraryVideo
  progress: WatchProgress | undefined
  onWatch: () => void
  onSeeMore: () => void
}

/** One interview with everything that specification 2 lists. Pressing its picture watches, too. */
export function LibraryCard({ video, progress, onWatch, onSeeMore }: LibraryCardProps) {
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
      <p className="mt-4 text-caption text-muted figures">
        <VideoDate video={video} /> <WatchedText progress={progress} />
      </p>
      <h3 id={titleId} className="mt-1 text-subheading wrap-anywhere">
        {video.title}
      </h3>
      <p className="mt-1.5 text-small wrap-anywhere text-muted">
        <GuestLine video={video} />
      </p>
      <p className="mt-3 line-clamp-2 text-small wrap-anywhere">{video.description}</p>
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
