import type { Site } from '#shared/site.ts'
import { topicOf, type MessageKind } from '#shared/messages.ts'
import { hasCalendarEntry, makeCalendar } from '#server/calendar/make-calendar.ts'
import type { EventRow } from '#server/events/present-event.ts'
import { makeLinkToken } from '#server/links/link-token.ts'
import { describeMatter, type Matter, type MatterContext } from './describe-matter.ts'
import { greet, type Mail } from './mail-parts.ts'
import type { Mailer } from './mailer.ts'

export type ComposeContext = {
  site: Pick<Site, 'series' | 'display'>
  /** The site's address, without a trailing slash. */
  origin: string
  secret: Buffer
  firstName: string
  /** The delivery that carries the mail. */
  deliveryId: number
  /** From whom it goes out. */
  mailer: Pick<Mailer, 'from'>
}

const withCalendar: MessageKind[] = ['registration_confirmed', 'moved', 'cancelled']

/** The links of one matter; those for a seat lead home where there is none. */
function linksOf(matter: Matter, { origin, secret, deliveryId }: ComposeContext) {
  const seatLink = (path: string, use: 'join' | 'seat') =>
    matter.registrationId
      ? `${origin}/${path}/${makeLinkToken(secret, use, matter.registrationId)}`
      : `${origin}/`
  return {
    join: seatLink('join', 'join'),
    seat: seatLink('confirm-seat', 'seat'),
    enter: `${origin}/enter/${makeLinkToken(secret, 'enter', deliveryId)}`,
    resubscribe: `${origin}/resubscribe/${makeLinkToken(secret, 'resubscribe', deliveryId)}`,
    site: `${origin}/`,
  }
}

/** One mail about one or several matters, the first of which gives it its subject. */
export function composeMail(matters: Matter[], context: ComposeContext): Mail {
  const { site, origin, secret, firstName, deliveryId } = context
  const described = matters.map((matter) => {
    const matterContext: MatterContext = {
      seriesName: site.series.name,
      display: site.display,
      links: linksOf(matter, context),
    }
    return describeMatter(matter, matterContext)
  })
  const [first] = described
  const [leading] = matters
  if (!first || !leading) throw new Error('a mail needs something to say')
  const topic = topicOf(leading.kind)
  return {
    subject: first.subject.replaceAll(/\s+/g, ' '),
    preview: first.preview,
    greeting: greet(firstName),
    parts: described.flatMap(({ parts }) => parts),
    reason: first.reason,
    unsubscribe: topic && {
      label: topic === 'reminders' ? 'No more reminders' : 'No more news by mail',
      address: `${origin}/unsubscribe/${makeLinkToken(secret, 'unsubscribe', deliveryId)}`,
    },
    calendar: calendarOf(matters, context),
  }
}

/** The pre-registered have no entry yet that a new time would change: it comes with their seat. */
function hasEntryToChange({ kind, registrationType }: Matter) {
  const isSeatless = kind === 'moved' && registrationType === 'pre_registration'
  return withCalendar.includes(kind) && !isSeatless
}

/** An entry for each event, each with the person's own join link for it. */
function calendarOf(matters: Matter[], context: ComposeContext): Mail['calendar'] {
  const places = new Map<EventRow, string>()
  for (const matter of matters) {
    const { event } = matter
    if (!event || !hasCalendarEntry(event) || !hasEntryToChange(matter)) continue
    places.set(event, linksOf(matter, context).join)
  }
  if (places.size === 0) return undefined
  const { site, origin, secret } = context
  const method = matters[0]?.kind === 'cancelled' ? 'CANCEL' : 'PUBLISH'
  const calendarContext = {
    seriesName: site.series.name,
    timeZone: site.display.zone,
    placeOf: (event: EventRow) => places.get(event) ?? `${origin}/`,
    secret,
  }
  const mail = { method, from: context.mailer.from } as const
  return { method, content: makeCalendar([...places.keys()], calendarContext, { mail }) }
}
