import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { LibraryVideo } from '#shared/contract/library.ts'
import { eventPath } from '#shared/slug.ts'
import { titleLink } from '#app/components/title-link.ts'
import { GuestLine, VideoDate } from './guest-line.tsx'

type CardWordsProps = {
  video: LibraryVideo
  titleId: string
  /** What follows the date. */
  children?: ReactNode
}

/** What an interview's card says of it: date, title, guest and the beginning of its description. */
export function CardWords({ video, titleId, children }: CardWordsProps) {
  return (
    <>
      <p className="mt-4 text-caption text-muted figures">
        <VideoDate video={video} /> {children}
      </p>
      <h3 id={titleId} className="mt-1 text-subheading wrap-anywhere">
        <Link to={eventPath(video.slug)} className={titleLink}>
          {video.title}
        </Link>
      </h3>
      <p className="mt-1.5 text-small wrap-anywhere text-muted">
        <GuestLine video={video} />
      </p>
      <p className="mt-3 line-clamp-2 text-small wrap-anywhere">{video.description}</p>
    </>
  )
}
