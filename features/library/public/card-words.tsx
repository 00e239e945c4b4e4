import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useSite } from '#client/page/use-site.ts'
import { titleLink } from '#features/events/public/event-date-time.tsx'
import type { LibraryVideo } from '#features/library/contract.ts'
import { formatEventDate } from '#kernel/event-time.ts'
import { eventPath } from '#kernel/slug.ts'

type CardWordsProps = {
  video: LibraryVideo
  titleId: string
  /** Content to render after the interview's date. */
  children?: ReactNode
}

/** Renders an interview's date, title and guest, and the beginning of its description, for a card. */
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

/** Renders '{host} with guest {guest}'. */
export function GuestLine({ video }: { video: LibraryVideo }) {
  const { host } = useSite().site.series
  return `${host.name} with guest ${video.speakerName}`
}

export function VideoDate({ video }: { video: LibraryVideo }) {
  const { zone } = useSite().site.display
  const date = formatEventDate({ eventDate: video.eventDate, eventTime: null }, zone)
  return <span>{date ?? 'Date TBD'}</span>
}
