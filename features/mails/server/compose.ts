import { hasCalendarEntry, makeCalendar } from '#features/events/server/calendar.ts'
import type { EventRow } from '#features/events/server/event-rows.ts'
import { eventStart, formatEventDate, formatEventTime } from '#kernel/event-time.ts'
import { opensBeforeMinutes } from '#kernel/join-window.ts'
import type { Site } from '#kernel/site.ts'
import { eventPath, eventTimePath } from '#kernel/slug.ts'
import type { CrewRole } from '#kernel/values.ts'
import { makeLinkToken, type LinkKey } from '#platform/signed-links/signed-links.ts'
import { fillingsFor } from './fill-placeholders.ts'
import { greet } from './greet.ts'
import {
  type MailedEntry,
  type MailKinds,
  type Notification,
  type Recipient,
  type WordsContext,
  unsubscribeLabels,
} from './mail-kind.ts'
import type { MailPart, Words } from './mail-parts.ts'
import { applyOwnTexts, closeMail, joinNotifications, type SaidWords } from './own-texts.ts'
import type { Mailer } from './mailer.ts'

export type Mail = {
  subject: string
  /** Sender name, if the organiser wrote one for this kind of mail. */
  sender?: string
  /** Preview text that mail clients show next to the subject. */
  preview: string
  /** Greeting line; empty if the mail's text contains its own greeting. */
  greeting: string
  parts: MailPart[]
  /** Text at the end that explains why the person gets this mail. */
  reason: string
  /**
   * Link at the end of the mail to a page about the reader: `/me`, the crew page, or the page that the kind of mail
   * defines.
   */
  ownPage: { label: string; address: string }
  unsubscribe?: { label: string; address: string }
  /** iCalendar attachment; `method` adds the event to the reader's calendar or cancels it there. */
  calendar?: { method: 'PUBLISH' | 'CANCEL'; content: string }
}

export type ComposeContext = {
  kinds: MailKinds
  site: Pick<Site, 'series' | 'display' | 'mails'>
  /** The site's origin, without a trailing slash. */
  origin: string
  linkKey: LinkKey
  firstName: string
  outboxEntry: MailedEntry
  /** The mailer; its sender is the organiser in calendar entries. */
  mailer: Pick<Mailer, 'from'>
}

/**
 * Composes one mail that contains one or several notifications, such as two confirmations. The first one determines the
 * subject.
 */
export function composeMail(notifications: Notification[], context: ComposeContext): Mail {
  const { kinds, origin, linkKey, firstName, outboxEntry } = context
  const described = notifications.map((notification) => describe(notification, context))
  const [first] = described
  const [leading] = notifications
  if (!first || !leading) throw new Error('a mail needs something to say')
  const { topic: usual, topicOf, endsSeries } = kinds[leading.kind]
  const topic = topicOf ? topicOf(leading) : usual
  return {
    subject: first.subject.replaceAll(/\s+/g, ' '),
    ...(first.sender && { sender: first.sender }),
    preview: first.preview,
    greeting: first.greetsItself ? '' : greet(firstName),
    parts: [...joinNotifications(described), ...closeMail(described)],
    reason: first.reason,
    ownPage: ownPageOf(leading, context),
    unsubscribe: (endsSeries || topic) && {
      label: unsubscribeLabels[endsSeries ? 'series' : topic!],
      address: `${origin}/unsubscribe/${makeLinkToken(linkKey, 'unsubscribe', outboxEntry)}`,
    },
    calendar: calendarOf(notifications, context),
  }
}

/** Returns the texts of a notification; texts that the organiser wrote replace the default ones. */
function describe(notification: Notification, context: ComposeContext): SaidWords {
  const { kinds, site, origin } = context
  const wordsContext = wordsContextOf(notification, context)
  const words = describeByDefault(notification, kinds, wordsContext)
  const { kind } = notification
  const fillings = () => fillingsFor(notification, wordsContext, kinds[kind])
  return applyOwnTexts(words, site.mails?.[kind], { fillings, origin })
}

/**
 * Returns the default texts of a notification. Throws if the kind of mail is about an event that is missing;
 * this cannot happen, because outbox entries are deleted with their event.
 */
export function describeByDefault(
  notification: Notification,
  kinds: MailKinds,
  context: WordsContext,
): Words {
  const { kind, event } = notification
  const mail = kinds[kind]
  if (mail.to === 'person') return mail.words(context, notification)
  if (!event) throw new Error(`a mail of the kind ${kind} needs its event`)
  return mail.words(event, context, recipientOf(notification))
}

/**
 * Returns the values from which the texts of a notification are built, such as links and the series' name.
 */
export function wordsContextOf(
  notification: Notification,
  context: Omit<ComposeContext, 'mailer'>,
): WordsContext {
  const { outboxEntry, linkKey, origin, firstName, site } = context
  return {
    seriesName: site.series.name,
    display: site.display,
    origin,
    firstName,
    leadsIn: notification.isMapped === true || Boolean(notification.event?.roomUrl),
    links: linksOf(notification, context),
    outboxEntry,
    linkKey,
    materials: notification.materials ?? [],
  }
}

function recipientOf({
  registration,
  crew,
  openQuestions,
  offerEndsAt,
  ...told
}: Notification): Recipient {
  return {
    isPreRegistered: registration?.registrationType === 'pre_registration',
    role: crew?.role ?? 'guest',
    formerStart: told.formerStart,
    openQuestions: openQuestions ?? 0,
    offerEndsAt: offerEndsAt ?? null,
    nextEvent: told.nextEvent,
    hasRecordingMail: told.hasRecordingMail,
    feedback: told.feedback,
    quote: told.quote,
  }
}

/**
 * Returns the URLs that the texts of a notification link to. A link that needs a registration or crew
 * membership leads to the front page if the reader has none.
 */
function linksOf(
  { registration, crew, event }: Notification,
  { origin, linkKey, outboxEntry }: Pick<ComposeContext, 'origin' | 'linkKey' | 'outboxEntry'>,
): WordsContext['links'] {
  const { email } = outboxEntry
  const registrationLink = (path: string, use: 'join' | 'seat' | 'answer') =>
    registration
      ? `${origin}/${path}/${makeLinkToken(linkKey, use, { ...registration, email })}`
      : `${origin}/`
  return {
    join: registrationLink('join', 'join'),
    seat: registrationLink('confirm-seat', 'seat'),
    answer: registrationLink('answers', 'answer'),
    crew: crew
      ? `${origin}/crew/${makeLinkToken(linkKey, 'crew', { ...crew, email })}`
      : `${origin}/`,
    enter: `${origin}/enter/${makeLinkToken(linkKey, 'enter', outboxEntry)}`,
    password: `${origin}/admin#/password/${makeLinkToken(linkKey, 'password', outboxEntry)}`,
    recoveryEmail: `${origin}/admin#/recovery-email/${makeLinkToken(linkKey, 'recovery_email', outboxEntry)}`,
    resubscribe: `${origin}/resubscribe/${makeLinkToken(linkKey, 'resubscribe', outboxEntry)}`,
    interest: `${origin}/interest/${makeLinkToken(linkKey, 'interest', outboxEntry)}`,
    series: `${origin}/every-event/${makeLinkToken(linkKey, 'series', outboxEntry)}`,
    event: event ? `${origin}${eventPath(event.slug)}` : `${origin}/`,
    site: `${origin}/`,
  }
}

/**
 * Returns the link to the reader's own page. Crew members get their crew page, because `/me` may be empty
 * for them.
 */
function ownPageOf(notification: Notification, context: ComposeContext): Mail['ownPage'] {
  const { kind, crew, registration } = notification
  const { ownPage } = context.kinds[kind]
  if (ownPage) return { label: ownPage.label, address: `${context.origin}${ownPage.path}` }
  const isCrewsAlone = context.kinds[kind].to === 'person' && crew && !registration
  return context.kinds[kind].to === 'crew' || isCrewsAlone
    ? { label: 'Your page of this event', address: linksOf(notification, context).crew }
    : { label: 'Your registrations and email preferences', address: `${context.origin}/me` }
}

/** Returns the calendar attachment of a mail: one entry per event, each with the reader's personal link. */
function calendarOf(notifications: Notification[], context: ComposeContext): Mail['calendar'] {
  const { kinds, site, origin } = context
  const places = new Map<EventRow, string>()
  const methods = notifications.map((notification) => {
    const mail = kinds[notification.kind]
    const { event } = notification
    const method = mail.to === 'person' ? undefined : mail.calendar?.(recipientOf(notification))
    if (!method || !event || !hasCalendarEntry(event)) return method
    const { join, crew } = linksOf(notification, context)
    places.set(event, mail.to === 'crew' ? crew : join)
    return method
  })
  if (places.size === 0) return undefined
  const method = methods[0] ?? 'PUBLISH'
  const calendarContext = {
    origin,
    seriesName: site.series.name,
    timeZone: site.display.zone,
    placeOf: (event: EventRow) => places.get(event) ?? `${origin}/`,
  }
  const mail = { method, from: context.mailer.from } as const
  return { method, content: makeCalendar([...places.keys()], calendarContext, { mail }) }
}

/** Returns date and time of an event in the series' time zone. */
export function whenOf(event: EventRow, { display }: WordsContext): string {
  const date = formatEventDate(event, display.zone)
  const time = formatEventTime(event, display)
  return [date, time].filter(Boolean).join(', ') || 'The date is not fixed yet'
}

/**
 * Returns the heading of a mail about an event: the event's title as a link to its page and, above it, what the mail is
 * about (`says`).
 */
export function headingOf(says: string, event: EventRow, { links }: WordsContext): MailPart {
  return { says, heading: event.title, address: links.event }
}

/**
 * Returns the part of a mail that lists guest, time and, if it differs, the start named in the recipient's
 * earlier mail. Names the time zone in full, because an abbreviation such as CST names several zones.
 */
export function factsOf(event: EventRow, context: WordsContext, formerStart?: Date): MailPart {
  const former = formerStart && {
    ...event,
    eventDate: null,
    eventTime: formerStart.toISOString(),
    eventEndTime: null,
  }
  const zone = eventStart(event) && ` (${context.display.zone.replaceAll('_', ' ')})`
  const address = `${context.origin}${eventTimePath(event.slug)}`
  return {
    ...(zone && { link: { label: 'See it in your time zone', address } }),
    facts: [
      ['Guest', `${event.speakerName}, ${event.speakerTitle}`],
      ['When', `${whenOf(event, context)}${zone ?? ''}`],
      ...(former ? [['Formerly', whenOf(former, context)] as [string, string]] : []),
    ],
  }
}

/**
 * Returns the button with the reader's join link, and a note about it. If the event has no webinar or meeting link yet,
 * the note says less, because the organiser may add the link as late as on the day of the event.
 */
export function joinParts(event: EventRow, { links, leadsIn }: WordsContext): MailPart[] {
  const opening = eventStart(event)
    ? `from ${opensBeforeMinutes} minutes before the start`
    : 'once the event opens'
  const promise = leadsIn
    ? `You can join ${opening}.`
    : `It shows when and where we meet, ${opening}.`
  return [
    { button: leadsIn ? 'Join the webinar' : 'See when and where', address: links.join },
    { note: `This link is for you only. ${promise}` },
  ]
}

/** Returns the button with which pre-registered people confirm their registration, and a note about it. */
export function confirmParts({ links }: WordsContext): MailPart[] {
  return [
    { button: 'Confirm registration', address: links.seat },
    { note: 'Press the button on the next page to confirm.' },
  ]
}

/** Returns the last part of every mail to the crew, which links to the crew page. */
export function crewParts({ links }: WordsContext): MailPart[] {
  return [
    { button: 'Open my page', address: links.crew },
    {
      note: 'This link is only for you and needs no password. It shows time, place, registrations, questions and texts to share. You can join from an hour before the start.',
    },
  ]
}

/** Returns the sentence that tells a crew member why this mail was sent to them. */
export function reasonOfCrew({ seriesName }: WordsContext, role: CrewRole): string {
  return `You get this email because the organiser of ${seriesName} named you as ${role} of this event.`
}
