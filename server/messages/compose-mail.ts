import type { Site } from '#shared/site.ts'
import { eventPath, slugOf } from '#shared/slug.ts'
import { crewKinds, isToCrew, topicOf, type MailKind } from '#shared/messages.ts'
import { hasCalendarEntry, makeCalendar } from '#server/calendar/make-calendar.ts'
import type { EventRow } from '#server/events/event-row.ts'
import { readCodeKey } from '#server/link-tokens/code-occasion.ts'
import { makeCode, makeLinkToken, type LinkTarget } from '#server/link-tokens/link-token.ts'
import type { LinkKey } from '#server/link-tokens/read-link-key.ts'
import { describeNotification } from './describe-matter.ts'
import { greet, type Mail } from './mail-parts.ts'
import type { Mailer } from './mailer.ts'
import type { Notification, NotificationContext } from './matter.ts'

export type ComposeContext = {
  site: Pick<Site, 'series' | 'display'>
  /** The site's address, without a trailing slash. */
  origin: string
  linkKey: LinkKey
  firstName: string
  /** The outbox entry that carries the mail. */
  outboxEntry: LinkTarget & { dedupeKey?: string }
  /** From whom it goes out. */
  mailer: Pick<Mailer, 'from'>
}

const withCalendar: MailKind[] = [
  'registration_confirmed',
  'moved',
  'cancelled',
  'crew_added',
  crewKinds.moved,
  crewKinds.cancelled,
]

/** The links of one notification; those for a seat or a place in the crew lead home where there is none. */
function linksOf(
  { registration, crew, event }: Notification,
  { origin, linkKey, outboxEntry }: ComposeContext,
) {
  const { email } = outboxEntry
  const registrationLink = (path: string, use: 'join' | 'seat') =>
    registration
      ? `${origin}/${path}/${makeLinkToken(linkKey, use, { ...registration, email })}`
      : `${origin}/`
  return {
    join: registrationLink('join', 'join'),
    seat: registrationLink('confirm-seat', 'seat'),
    crew: crew
      ? `${origin}/crew/${makeLinkToken(linkKey, 'crew', { ...crew, email })}`
      : `${origin}/`,
    enter: `${origin}/enter/${makeLinkToken(linkKey, 'enter', outboxEntry)}`,
    resubscribe: `${origin}/resubscribe/${makeLinkToken(linkKey, 'resubscribe', outboxEntry)}`,
    event: event ? `${origin}${eventPath(slugOf(event))}` : `${origin}/`,
    site: `${origin}/`,
  }
}

function codeOf({
  linkKey,
  outboxEntry: { email, dedupeKey },
}: ComposeContext): string | undefined {
  const named = readCodeKey(dedupeKey ?? '')
  return named && makeCode(linkKey, { ...named, email })
}

/** One mail about one or several notifications, the first of which gives it its subject. */
export function composeMail(notifications: Notification[], context: ComposeContext): Mail {
  const { site, origin, linkKey, firstName, outboxEntry } = context
  const described = notifications.map((notification) => {
    const notificationContext: NotificationContext = {
      seriesName: site.series.name,
      display: site.display,
      leadsIn: notification.isMapped === true || Boolean(notification.event?.roomUrl),
      links: linksOf(notification, context),
      code: codeOf(context),
    }
    return describeNotification(notification, notificationContext)
  })
  const [first] = described
  const [leading] = notifications
  if (!first || !leading) throw new Error('a mail needs something to say')
  const topic = topicOf(leading.kind)
  return {
    subject: first.subject.replaceAll(/\s+/g, ' '),
    preview: first.preview,
    greeting: greet(firstName),
    parts: described.flatMap(({ parts }) => parts),
    reason: first.reason,
    ownPage: ownPageOf(leading, context),
    unsubscribe: topic && {
      label: topic === 'reminders' ? 'No more reminders' : 'No more news by mail',
      address: `${origin}/unsubscribe/${makeLinkToken(linkKey, 'unsubscribe', outboxEntry)}`,
    },
    calendar: calendarOf(notifications, context),
  }
}

/** Whoever holds an event may be known by that alone, which opens no page but that of the event. */
function ownPageOf(notification: Notification, context: ComposeContext): Mail['ownPage'] {
  return isToCrew(notification.kind)
    ? { label: 'Your page of this event', address: linksOf(notification, context).crew }
    : { label: 'Your page, with your seats and mails', address: `${context.origin}/me` }
}

/** The pre-registered have no entry yet that a new time would change: it comes with their seat. */
function hasEntryToChange({ kind, registration }: Notification) {
  const hasNoEntry = kind === 'moved' && registration?.registrationType === 'pre_registration'
  return withCalendar.includes(kind) && !hasNoEntry
}

/** An entry for each event, each with the person's own link for it. */
function calendarOf(notifications: Notification[], context: ComposeContext): Mail['calendar'] {
  const places = new Map<EventRow, string>()
  for (const notification of notifications) {
    const { event } = notification
    if (!event || !hasCalendarEntry(event) || !hasEntryToChange(notification)) continue
    const { join, crew } = linksOf(notification, context)
    places.set(event, isToCrew(notification.kind) ? crew : join)
  }
  if (places.size === 0) return undefined
  const { site, origin } = context
  const isCancelled = ['cancelled', crewKinds.cancelled].includes(notifications[0]?.kind ?? '')
  const method = isCancelled ? 'CANCEL' : 'PUBLISH'
  const calendarContext = {
    origin,
    seriesName: site.series.name,
    timeZone: site.display.zone,
    placeOf: (event: EventRow) => places.get(event) ?? `${origin}/`,
  }
  const mail = { method, from: context.mailer.from } as const
  return { method, content: makeCalendar([...places.keys()], calendarContext, { mail }) }
}
