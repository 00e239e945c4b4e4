import type { SiteData } from '#client/page/use-site.ts'
import type { PublicEvent } from '#kernel/event-shapes.ts'
import { eventEnd, eventStart } from '#kernel/event-time.ts'
import { eventPath } from '#kernel/slug.ts'

type Parameters = Record<string, string>

/** Maximum length of a URL, in characters. Proxies and calendars reject much longer ones, some from 2,048 on. */
const longest = 1800

/** Formats an instant as `20261203T160000Z`, as iCalendar and calendar URLs need it. */
function compact(instant: Date) {
  return instant.toISOString().replace(/\.\d+/, '').replace(/[-:]/g, '')
}

/** Builds a URL with spaces as `%20`, because Outlook would show plus signs. */
function writeAddress(base: string, parameters: Parameters) {
  return `${base}?${new URLSearchParams(parameters).toString().replaceAll('+', '%20')}`
}

/**
 * Splits a text into characters as readers see them; browsers without Intl.Segmenter (Firefox before 125) split into
 * code points.
 */
function splitCharacters(text: string): string[] {
  if (!Intl.Segmenter) return Array.from(text)
  return [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment)
}

/** Shortens the parameter `name` so that the URL fits; the parameter becomes empty if nothing of it fits. */
function shorten(base: string, parameters: Parameters, name: string): Parameters {
  const fits = (value: string) =>
    writeAddress(base, { ...parameters, [name]: value }).length <= longest
  const whole = parameters[name] ?? ''
  if (fits(whole)) return parameters
  const characters = splitCharacters(whole.slice(0, longest))
  let [short, long] = [0, characters.length]
  const cut = (count: number) => (count === 0 ? '' : `${characters.slice(0, count).join('')}...`)
  while (long - short > 1) {
    const middle = Math.floor((short + long) / 2)
    if (fits(cut(middle))) short = middle
    else long = middle
  }
  return { ...parameters, [name]: cut(short) }
}

/**
 * Returns a URL of at most 1,800 characters. If necessary, shortens the parameters named in `cuttable`, in that
 * order.
 */
function fitAddress(base: string, parameters: Parameters, cuttable: string[]): string {
  const fitting = cuttable.reduce((sofar, name) => shorten(base, sofar, name), parameters)
  return writeAddress(base, fitting)
}

/** Returns links that add an event to a calendar: none without a date, only the calendar file without a time. */
export function calendarLinks(
  event: PublicEvent,
  { site, origin }: Pick<SiteData, 'site' | 'origin'>,
): { name: string; href: string }[] {
  const start = eventStart(event)
  const end = eventEnd(event, site.display.zone)
  const file = { name: 'Calendar file', href: `/calendar/event-${event.id}.ics` }
  if (!start || !end) return event.eventDate ? [file] : []
  const location = `${origin}${eventPath(event.slug)}`
  const title = `${event.title} | ${site.series.name}`
  const google = {
    action: 'TEMPLATE',
    text: title,
    dates: `${compact(start)}/${compact(end)}`,
    details: event.description,
    location,
  }
  const outlook = {
    rru: 'addevent',
    subject: title,
    startdt: start.toISOString(),
    enddt: end.toISOString(),
    body: event.description,
    location,
  }
  const outlookAt = (host: string) =>
    fitAddress(`https://${host}/calendar/0/action/compose`, outlook, ['body', 'subject'])
  return [
    {
      name: 'Google',
      href: fitAddress('https://calendar.google.com/calendar/render', google, ['details', 'text']),
    },
    { name: 'Outlook', href: outlookAt('outlook.live.com') },
    { name: 'Microsoft 365', href: outlookAt('outlook.office.com') },
    file,
  ]
}
