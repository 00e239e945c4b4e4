import type { PublicEvent } from '#shared/contract/events.ts'
import { eventEnd, eventStart } from '#shared/event-time.ts'
import { useSite } from '#app/components/use-site.ts'

/** `20261203T160000Z`, as calendars write an instant. */
function compact(instant: Date) {
  return instant.toISOString().replace(/\.\d+/, '').replace(/[-:]/g, '')
}

/** The event for a calendar; nothing where its start is not known. */
export function AddToCalendar({ event }: { event: PublicEvent }) {
  const { site, origin } = useSite()
  const start = eventStart(event)
  const end = eventEnd(event, site.display.zone)
  if (!start || !end) return null
  const title = `${event.title} | ${site.series.name}`
  const google = new URL('https://calendar.google.com/calendar/render')
  google.search = new URLSearchParams({
    action: 'TEMPLATE',
    text: title,
    dates: `${compact(start)}/${compact(end)}`,
    details: event.description,
    location: `${origin}/`,
  }).toString()
  const outlook = new URL('https://outlook.live.com/calendar/0/action/compose')
  outlook.search = new URLSearchParams({
    rru: 'addevent',
    subject: title,
    startdt: start.toISOString(),
    enddt: end.toISOString(),
    body: event.description,
    location: `${origin}/`,
  }).toString()
  const look =
    'inline-flex min-h-11 items-center text-small font-semibold text-glow underline underline-offset-4'
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-5 text-small">
      <span className="text-muted">Add to calendar:</span>
      <a href={google.href} target="_blank" rel="noopener" className={look}>
        Google
      </a>
      <a href={outlook.href} target="_blank" rel="noopener" className={look}>
        Outlook
      </a>
      <a href={`/calendar/event-${event.id}.ics`} download className={look}>
        Calendar file
      </a>
    </div>
  )
}
