import { useSite, type SiteData } from '#client/page/use-site.ts'
import { textLinkStyle } from '#client/ui/text-link.ts'
import type { PublicEvent } from '#kernel/event-shapes.ts'
import { eventEnd, eventStart } from '#kernel/event-time.ts'
import { eventPath } from '#kernel/slug.ts'

/** The event for a calendar; nothing where its date is not known. */
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

/** `20261203T160000Z`, as calendars write an instant. */
function compact(instant: Date) {
  return instant.toISOString().replace(/\.\d+/, '').replace(/[-:]/g, '')
}

/** Where an event goes into a calendar; the web calendars want to know its hours. */
function calendarLinks(event: PublicEvent, { site, origin }: SiteData) {
  const start = eventStart(event)
  const end = eventEnd(event, site.display.zone)
  const file = { name: 'Calendar file', href: `/calendar/event-${event.id}.ics` }
  if (!start || !end) return event.eventDate ? [file] : []
  const page = `${origin}${eventPath(event.slug)}`
  const title = `${event.title} | ${site.series.name}`
  const google = new URLSearchParams({
    action: 'TEMPLATE',
    text: title,
    dates: `${compact(start)}/${compact(end)}`,
    details: event.description,
    location: page,
  })
  const outlook = new URLSearchParams({
    rru: 'addevent',
    subject: title,
    startdt: start.toISOString(),
    enddt: end.toISOString(),
    body: event.description,
    location: page,
  })
  return [
    { name: 'Google', href: `https://calendar.google.com/calendar/render?${google}` },
    { name: 'Outlook', href: `https://outlook.live.com/calendar/0/action/compose?${outlook}` },
    file,
  ]
}
