import { VideoOff } from 'lucide-react'
import { findVideoId } from '#shared/video-link.ts'
import { buttonStyle } from '#app/ui/button.tsx'

/** The player's codes for a recording whose owner shows it on the platform only. */
const shownElsewhere = [101, 150, 153]

type VideoUnavailableProps = {
  /** What the player said; without one the address held no recognisable id. */
  errorCode: number | 'unreachable' | undefined
  videoUrl: string
}

function explain(errorCode: VideoUnavailableProps['errorCode']) {
  if (errorCode === undefined) {
    return 'This recording has no address that can be played. The organisers can put that right.'
  }
  return errorCode === 'unreachable'
    ? 'The video platform cannot be reached from here. Please check your connection, or try it there.'
    : 'The video platform does not play this recording here at the moment.'
}

/** In the player's place when there is nothing to play. Specification, "Library". */
export function VideoUnavailable({ errorCode, videoUrl }: VideoUnavailableProps) {
  const id = findVideoId(videoUrl)
  return (
    <div role="alert" className="pool grid size-full place-content-center gap-3 p-6 text-center">
      <VideoOff aria-hidden strokeWidth={1.25} className="mx-auto size-11 text-glow" />
      <p className="font-display text-heading leading-none">Video unavailable</p>
      <p className="mx-auto max-w-sm text-small text-muted">{explain(errorCode)}</p>
      {id && (errorCode === 'unreachable' || shownElsewhere.includes(errorCode ?? 0)) && (
        <a
          href={`https://www.youtube.com/watch?v=${id}`}
          target="_blank"
          rel="noopener"
          className={buttonStyle('secondary', 'medium', 'mx-auto mt-2')}
        >
          Watch on the video platform
        </a>
      )}
    </div>
  )
}
