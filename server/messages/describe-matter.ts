import { eventStart } from '#shared/event-time.ts'
import type { MailKind } from '#shared/messages.ts'
import { opensBeforeMinutes } from '#shared/room.ts'
import type { EventRow } from '#server/events/event-row.ts'
import { describeStandalone, libraryLinkNote } from './describe-standalone.ts'
import { describeToCrew } from './describe-to-crew.ts'
import { factsOf, sayCancelled, whenOf } from './event-parts.ts'
import type { MailPart } from './mail-parts.ts'
import type { Describe, Described, Notification, NotificationContext } from './matter.ts'

/** A room may still be added on the day: until there is one the link promises less. */
function joinParts(event: EventRow, { links, leadsIn }: NotificationContext): MailPart[] {
  const opening = eventStart(event)
    ? `from ${opensBeforeMinutes} minutes before the start`
    : 'when the doors open'
  const promise = leadsIn
    ? `It takes you in ${opening}; until then it tells you when.`
    : `It tells you when and where we meet, ${opening}.`
  return [
    { button: 'Join the webinar', address: links.join },
    { note: `This link is yours alone. ${promise}` },
  ]
}

function confirmParts({ links }: NotificationContext): MailPart[] {
  return [
    { button: 'Take my seat', address: links.seat },
    { note: 'One press on the page that opens, and the seat is yours.' },
  ]
}

/** Notifications that are about an event. */
const aboutEvents = {
  registration_confirmed: (event, context) => ({
    subject: `Your seat is confirmed: ${event.title}`,
    preview: whenOf(event, context),
    parts: [
      { says: 'Your seat is confirmed', heading: event.title, address: context.links.event },
      { text: 'We look forward to having you with us.' },
      factsOf(event, context),
      ...joinParts(event, context),
    ],
    reason: `You get this mail because you registered for an event of ${context.seriesName}.`,
  }),
  pre_registration_noted: (event, context) => ({
    subject: `You are on the list: ${event.title}`,
    preview: 'We will write to you as soon as the date is confirmed.',
    parts: [
      { says: 'You are on the list', heading: event.title, address: context.links.event },
      {
        text: `You will be among the first to hear when ${event.speakerName} comes to the stage. As soon as the date is confirmed we will write to you, and you can take your seat with one press.`,
      },
    ],
    reason: `You get this mail because you asked to hear about an event of ${context.seriesName}.`,
  }),
  date_confirmed: (event, context) => ({
    subject: `The date is confirmed: ${event.title}`,
    preview: whenOf(event, context),
    parts: [
      { says: 'The date is confirmed', heading: event.title, address: context.links.event },
      { text: 'You asked to be told, and here it is: the date.' },
      factsOf(event, context),
      ...confirmParts(context),
    ],
    reason: `You get this mail because you pre-registered for this event of ${context.seriesName}.`,
  }),
  reminder_24h: (event, context) => ({
    subject: `Coming up: ${event.title}`,
    preview: whenOf(event, context),
    parts: [
      { says: 'Coming up', heading: event.title, address: context.links.event },
      { text: 'The interview is almost here, and you have a seat.' },
      factsOf(event, context),
      ...joinParts(event, context),
    ],
    reason: `You get this reminder because you registered for an event of ${context.seriesName}.`,
  }),
  reminder_1h: (event, context) => ({
    subject: `Starting soon: ${event.title}`,
    preview: whenOf(event, context),
    parts: [
      { says: 'Starting soon', heading: event.title, address: context.links.event },
      { text: 'We begin within the hour. Your seat is waiting.' },
      factsOf(event, context),
      ...joinParts(event, context),
    ],
    reason: `You get this reminder because you registered for an event of ${context.seriesName}.`,
  }),
  moved: (event, context, { isPreRegistered }) => ({
    subject: `New time: ${event.title}`,
    preview: whenOf(event, context),
    parts: [
      { says: 'New time', heading: event.title, address: context.links.event },
      {
        text: isPreRegistered
          ? 'The time of this interview has changed since we wrote to you. Your seat is still yours to take.'
          : 'The time of this interview has changed. Your seat and your link stay the same.',
      },
      factsOf(event, context),
      ...(isPreRegistered ? confirmParts(context) : joinParts(event, context)),
    ],
    reason: `You get this mail because you ${isPreRegistered ? 'pre-registered' : 'registered'} for this event of ${context.seriesName}.`,
  }),
  cancelled: (event, context) => ({
    subject: `Cancelled: ${event.title}`,
    preview: 'This interview will not take place.',
    parts: [
      { says: 'Cancelled', heading: event.title, address: context.links.event },
      { text: sayCancelled(event, context) },
      { button: 'See what is on', address: context.links.site },
    ],
    reason: `You get this mail because you registered for this event of ${context.seriesName}.`,
  }),
  recording_ready: (event, context) => ({
    subject: `The recording is ready: ${event.title}`,
    preview: `Watch the conversation with ${event.speakerName} whenever you like.`,
    parts: [
      { says: 'The recording is ready', heading: event.title, address: context.links.event },
      { text: `The conversation with ${event.speakerName} is in the library now.` },
      { button: 'Watch the recording', address: context.links.enter },
      { note: libraryLinkNote },
    ],
    reason: `You get this mail because you registered for this event of ${context.seriesName} and agreed to updates.`,
  }),
  join_link: (event, context) => ({
    subject: `Your join link: ${event.title}`,
    preview: whenOf(event, context),
    parts: [
      { says: 'Your join link', heading: event.title, address: context.links.event },
      { text: 'Here is the link you asked for.' },
      factsOf(event, context),
      ...joinParts(event, context),
    ],
    reason: 'You get this mail because somebody asked for a join link with this address.',
  }),
  ...describeToCrew,
} satisfies Partial<Record<MailKind, Describe>>

function isAboutEvent(kind: MailKind): kind is keyof typeof aboutEvents {
  return kind in aboutEvents
}

/** What a notification says. Throws if one about an event has none: its row names one, always. */
export function describeNotification(
  notification: Notification,
  context: NotificationContext,
): Described {
  const { kind, event } = notification
  if (!isAboutEvent(kind)) return describeStandalone[kind](context)
  if (!event) throw new Error(`a mail of the kind ${kind} needs its event`)
  return aboutEvents[kind](event, context, {
    isPreRegistered: notification.registration?.registrationType === 'pre_registration',
    role: notification.crew?.role ?? 'guest',
  })
}
