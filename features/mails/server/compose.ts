import { and, asc, eq, exists, like, or, sql } from 'drizzle-orm'
import { hasCalendarEntry, makeCalendar } from '#features/events/server/calendar.ts'
import type { EventRow } from '#features/events/server/event-rows.ts'
import { crewKinds, isToCrew, topicOf } from '#features/mails/rules.ts'
import type { Site } from '#kernel/site.ts'
import { eventPath, slugOf } from '#kernel/slug.ts'
import type { MailKind } from '#kernel/values.ts'
import type { Db } from '#platform/db/open.ts'
import { prepared, type Slots } from '#platform/db/prepared.ts'
import {
  makeCode,
  makeLinkToken,
  type LinkTarget,
  type LinkKey,
} from '#platform/signed-links/signed-links.ts'
import { eventCrew } from '#schema/crew.ts'
import { events } from '#schema/events.ts'
import { bounces, outboxEntries } from '#schema/mails.ts'
import { users } from '#schema/people.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { zoomWebinarMappings } from '#schema/webinars.ts'
import { readCodeKey } from './dedupe-key.ts'
import type { Mailer } from './mailer.ts'
import {
  greet,
  type Mail,
  type Notification,
  type NotificationContext,
  type Described,
} from './notification.ts'
import { aboutEvents } from './words-about-event.ts'
import { describeStandalone } from './words-about-person.ts'

type ComposeContext = {
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

function isAboutEvent(kind: MailKind): kind is keyof typeof aboutEvents {
  return kind in aboutEvents
}

/** What a notification says. Throws if one about an event has none: its row names one, always. */
function describeNotification(notification: Notification, context: NotificationContext): Described {
  const { kind, event } = notification
  if (!isAboutEvent(kind)) return describeStandalone[kind](context)
  if (!event) throw new Error(`a mail of the kind ${kind} needs its event`)
  return aboutEvents[kind](event, context, {
    isPreRegistered: notification.registration?.registrationType === 'pre_registration',
    role: notification.crew?.role ?? 'guest',
  })
}

export type OutboxEntryRow = typeof outboxEntries.$inferSelect

const readRows = prepared('read_matters', (db, of: Slots<{ mails: number[] }>) =>
  db
    .select({
      outboxEntry: outboxEntries,
      event: events,
      registration: {
        id: eventRegistrations.id,
        registrationType: eventRegistrations.registrationType,
        createdAt: eventRegistrations.createdAt,
      },
      /** Their place in the crew, where the mail is to one of it. */
      crew: {
        id: eventCrew.id,
        name: eventCrew.name,
        role: eventCrew.role,
        createdAt: eventCrew.createdAt,
      },
      firstName: users.firstName,
      /** Why mails to this address come back, if they do. */
      bounceReason: bounces.reason,
      isMapped: exists(
        db
          .select({ one: sql`1` })
          .from(zoomWebinarMappings)
          .where(
            and(
              eq(zoomWebinarMappings.eventId, outboxEntries.eventId),
              eq(zoomWebinarMappings.isActive, true),
            ),
          ),
      ).mapWith(Boolean),
    })
    .from(outboxEntries)
    .leftJoin(events, eq(events.id, outboxEntries.eventId))
    .leftJoin(users, eq(users.email, outboxEntries.email))
    .leftJoin(bounces, eq(bounces.email, outboxEntries.email))
    .leftJoin(
      eventRegistrations,
      and(
        eq(eventRegistrations.userId, users.id),
        eq(eventRegistrations.eventId, outboxEntries.eventId),
      ),
    )
    .leftJoin(
      eventCrew,
      and(
        like(outboxEntries.kind, 'crew_%'),
        eq(eventCrew.email, outboxEntries.email),
        eq(eventCrew.eventId, outboxEntries.eventId),
      ),
    )
    .where(
      or(
        sql`${outboxEntries.id} = any(${of.mails}::integer[])`,
        sql`${outboxEntries.carriedBy} = any(${of.mails}::integer[])`,
      ),
    )
    .orderBy(asc(outboxEntries.id)),
)

export type NotificationRow = Awaited<ReturnType<typeof readRows>>[number]

/** Mails as rows: what each is about, the carrier first, each with its event and seat or place in the crew. */
export async function readNotifications(
  db: Db,
  mails: number[],
): Promise<Map<number, NotificationRow[]>> {
  const rows = await readRows(db, { mails })
  return new Map(
    mails.map((mail) => {
      const carrier = rows.filter(({ outboxEntry }) => outboxEntry.id === mail)
      const carried = rows.filter(({ outboxEntry }) => outboxEntry.carriedBy === mail)
      return [mail, [...carrier, ...carried]]
    }),
  )
}
