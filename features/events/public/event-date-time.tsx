import { CalendarDays, Clock, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSite } from '#client/page/use-site.ts'
import { formatEventDate, formatEventTime, type EventTimes } from '#kernel/event-time.ts'

/** Renders date and time of an event in the display zone. */
export function EventDateTime({
  event,
  className = '',
}: {
  event: EventTimes
  className?: string
}) {
  const { zone, suffix } = useSite().site.display
  const date = formatEventDate(event, zone)
  const time = formatEventTime(event, { zone, suffix })
  return (
    <ul
      className={`flex flex-wrap gap-x-6 gap-y-2 text-small font-semibold figures max-sm:flex-col ${className}`}
    >
      {date && <Fact icon={CalendarDays}>{date}</Fact>}
      {time && <Fact icon={Clock}>{time}</Fact>}
    </ul>
  )
}

type Speaker = { speakerName: string; speakerTitle: string }

/** Renders the speaker's name, followed by their title if there is one. */
export function EventSpeaker({
  event: { speakerName, speakerTitle },
  className = 'font-semibold text-ink',
}: {
  event: Speaker
  className?: string
}) {
  return (
    <>
      <span className={className}>{speakerName}</span>
      {speakerTitle && <>, {speakerTitle}</>}
    </>
  )
}

function Fact({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <li className="flex items-center gap-2">
      <Icon aria-hidden size={18} className="shrink-0 text-glow" />
      {children}
    </li>
  )
}

/** Classes of a title that links to its event's page and looks like a link only when hovered. */
export const titleLink = 'hover:text-glow hover:underline hover:underline-offset-4'
