import type { LibraryVideo } from '#shared/contract/library.ts'
import { formatEventDate } from '#shared/event-time.ts'
import { useSite } from '#app/components/use-site.ts'

/** '{name} with guest {speakerName}', where {name} is the host. Specification, "Library". */
export function GuestLine({ video }: { video: LibraryVideo }) {
  const { host } = useSite().site.series
  return `${host.name} with guest ${video.speakerName}`
}

export function VideoDate({ video }: { video: LibraryVideo }) {
  const { zone } = useSite().site.display
  const date = formatEventDate({ eventDate: video.eventDate, eventTime: null }, zone)
  return <span>{date ?? 'Date TBD'}</span>
}
