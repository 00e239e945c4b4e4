import { useSite } from '#client/page/use-site.ts'
import { textLinkStyle } from '#client/ui/text-link.ts'
import type { PublicEvent } from '#kernel/event-shapes.ts'
import { calendarLinks } from './calendar-links.ts'

/** Buttons that add an event to a calendar; null if the event has no date. */
export function AddToCalendar({ event }: { event: PublicEvent }) {
  const links = calendarLinks(event, useSite())
  if (links.length === 0) return null
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-5 text-small">
      <span className="text-muted">Add to calendar:</span>
      {links.map(({ name, href }) => (
        <a
          key={name}
          href={href}
          {...(href.startsWith('/') ? { download: true } : { target: '_blank', rel: 'noopener' })}
          className={`inline-flex min-h-11 items-center ${textLinkStyle}`}
        >
          {name}
        </a>
      ))}
    </div>
  )
}
