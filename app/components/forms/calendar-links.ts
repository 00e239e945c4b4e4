import type { PublicEvent } from '#shared/contract/events.ts'
import { eventEnd, eventStart } from '#shared/event-time.ts'
import { eventPath } from '#shared/slug.ts'
import type { SiteData } from '#app/components/use-site.ts'

/** `20261203T160000Z`, as calendars write an instant. */
function compact(instant: Date) {
  return instant.toISOString().replace(/\.\d+/, '').replace(/[-:]/g, '')
}

/** Where an event goes into a calendar; the web calendars want to know its hours. */
export function calendarLinks(event: PublicEvent, { site, origin }: SiteData) {
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
