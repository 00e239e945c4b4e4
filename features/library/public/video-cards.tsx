import { Play } from 'lucide-react'
import { useId } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { formatPosition } from '#client/ui/format-position.ts'
import { Container } from '#client/ui/section.tsx'
import { VideoThumbnail } from '#features/events/public/video-thumbnail.tsx'
import type { LibraryVideo, WatchProgress } from '#features/library/contract.ts'
import { isWatched, resumePosition } from '#features/library/rules.ts'
import { ChapterList } from '#features/transcripts/public/chapters.tsx'
import { CardWords, GuestLine, VideoDate } from './card-words.tsx'

/**
 * Maximum length in characters of a description on a card. Longer ones are cut and get a button that shows
 * the whole text.
 */
const seeMoreAfter = 120

type LibraryCardProps = {
  video: LibraryVideo
  progress: WatchProgress | undefined
  onWatch: () => void
  /** Plays the recording from the start of a chapter, in seconds. */
  onPlay: (seconds: number) => void
  onSeeMore: () => void
}

/**
 * Renders an interview's card with picture, description, chapters and watch progress. A press on the
 * picture plays the interview.
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

type DescriptionDialogProps = { video: LibraryVideo; onWatch: () => void; onClose: () => void }

/** Renders a dialog with the interview's whole description and a button that plays the interview. */
export function DescriptionDialog({ video, onWatch, onClose }: DescriptionDialogProps) {
  return (
    <Dialog
      title={video.title}
      description={
        <>
          <GuestLine video={video} />
          <br />
          <VideoDate video={video} />
        </>
      }
      onClose={onClose}
    >
      <p className="mt-5 wrap-anywhere whitespace-pre-line">{video.description}</p>
      <Button size="large" className="mt-8 w-full sm:w-auto" onClick={onWatch}>
        <Play aria-hidden size={18} />
        Watch Interview
      </Button>
    </Dialog>
  )
}

const mostShown = 3

type Begun = { video: LibraryVideo; progress: WatchProgress; position: number }

/** Returns the interviews that the member began but did not watch to the end, the latest first. */
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

/** Renders buttons that resume the interviews that the member began. */
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
                <span
                  aria-hidden
                  className="relative block w-1/3 max-w-32 shrink-0 overflow-hidden sm:max-w-40"
                >
                  <VideoThumbnail videoUrl={video.videoUrl} className="h-full w-full" />
                  <span className="absolute inset-0 m-auto grid size-10 place-items-center rounded-full bg-accent text-accent-ink">
                    <Play aria-hidden size={18} className="ml-0.5 fill-current" />
                  </span>
                  <WatchedBar progress={progress} title={video.title} />
                </span>
                <span className="flex min-w-0 flex-col justify-center px-[min(1rem,4vw)] py-3">
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

type Watched = { progress: WatchProgress | undefined }

/** Renders a bar along the bottom of an interview's picture that shows the watched share. */
function WatchedBar({ progress, title }: Watched & { title: string }) {
  if (!progress || progress.watchedShare === 0) return null
  return (
    <progress
      aria-label={`Progress in ${title}`}
      max={100}
      value={percent(progress)}
      className="in-the-dark absolute inset-x-0 bottom-0 h-1.5 w-full appearance-none bg-[rgb(0_0_0/0.6)]! [&::-moz-progress-bar]:bg-glow [&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:bg-glow forced-colors:appearance-auto"
    />
  )
}

function WatchedText({ progress }: Watched) {
  if (!progress || progress.watchedShare === 0) return null
  return (
    <span className="inline-block font-semibold text-glow">
      <span aria-hidden>· </span>
      {isWatched(progress) ? 'Watched' : `${percent(progress)}% watched`}
    </span>
  )
}

/**
 * Returns the watched share as a rounded percentage: at least 1 once anything was watched, and 100 only if
 * everything was.
 */
function percent({ watchedShare }: WatchProgress) {
  return Math.min(Math.max(1, Math.round(watchedShare * 100)), watchedShare < 1 ? 99 : 100)
}
