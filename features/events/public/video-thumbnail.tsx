import { Clapperboard } from 'lucide-react'
import { useState } from 'react'
import { findVideoId, thumbnailAddress, thumbnailNames } from '#kernel/video-link.ts'

/** Width in pixels of the grey picture that YouTube returns instead of a missing thumbnail. */
const missingWidth = 120

/**
 * Renders a recording's thumbnail in the largest available size, or a placeholder. Has no alternative text, because
 * the title is always next to it.
 */
export function VideoThumbnail({
  videoUrl,
  className = '',
}: {
  videoUrl: string
  className?: string
}) {
  const id = findVideoId(videoUrl)
  return (
    <div className={`lit-on-hover aspect-video overflow-hidden bg-line ${className}`}>
      {id ? <ThumbnailOf key={id} id={id} /> : <Placeholder />}
    </div>
  )
}

function ThumbnailOf({ id }: { id: string }) {
  const [tried, setTried] = useState(0)
  const [isShown, setIsShown] = useState(false)
  const name = thumbnailNames[tried]
  const tryNext = () => setTried(tried + 1)

  if (!name) return <Placeholder />
  return (
    <img
      src={thumbnailAddress(id, name)}
      alt=""
      width={1280}
      height={720}
      loading="lazy"
      decoding="async"
      onError={tryNext}
      onLoad={({ currentTarget }) =>
        currentTarget.naturalWidth > missingWidth ? setIsShown(true) : tryNext()
      }
      className={`size-full object-cover transition-opacity duration-300 ${isShown ? '' : 'opacity-0'}`}
    />
  )
}

function Placeholder() {
  return (
    <div className="in-the-dark pool grid size-full place-items-center text-muted">
      <Clapperboard aria-hidden strokeWidth={1.25} className="size-12" />
    </div>
  )
}
