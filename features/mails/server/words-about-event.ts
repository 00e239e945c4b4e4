import { hasCalendarEntry } from '#features/events/server/calendar.ts'
import type { EventRow } from '#features/events/server/event-rows.ts'
import { eventStart, formatEventDate, formatEventTime } from '#kernel/event-time.ts'
import { opensBeforeMinutes } from '#kernel/join-window.ts'
import type { CrewRole, MailKind } from '#kernel/values.ts'
import type { MailPart, NotificationContext, Describe } from './notification.ts'
import { libraryLinkNote } from './words-about-person.ts'

/** What mails to registrants and to the crew say alike of an event. */

function whenOf(event: EventRow, { display }: NotificationContext): string {
  const date = formatEventDate(event, display.zone)
  const time = formatEventTime(event, display)
  return [date, time].filter(Boolean).join(', ') || 'The date is not fixed yet'
}

function factsOf(event: EventRow, context: NotificationContext): MailPart {
  return {
    facts: [
      ['Guest', `${event.speakerName}, ${event.speakerTitle}`],
      ['When', whenOf(event, context)],
    ],
  }
}

function sayCancelled(event: EventRow, context: NotificationContext): string {
  return `We are sorry: this interview${eventStart(event) ? ` (${whenOf(event, context)})` : ''} will not take place. You need not do anything${hasCalendarEntry(event) ? '; the attached entry takes it out of your calendar' : ''}.`
}

/** What every mail to the crew ends with. */
function crewParts({ links }: NotificationContext): MailPart[] {
  return [
    { button: 'Open my page', address: links.crew },
    {
      note: 'This link is yours alone, and needs no password. It shows when and where, how many have registered, their questions, and what to share; an hour before the start it takes you in.',
    },
  ]
}

function reasonOfCrew({ seriesName }: NotificationContext, role: CrewRole) {
  return `You get this mail because the organiser of ${seriesName} named you as ${role} of this event.`
}

/** What whoever holds an event is told of it. Specification, "Crew". */
const describeToCrew = {
  crew_added: (event, context, { role }) => ({
    subject: `You are the ${role}: ${event.title}`,
    preview: whenOf(event, context),
    parts: [
      { says: `You are the ${role}`, heading: event.title, address: context.links.event },
      { text: 'Everything about this evening is on a page of your own.' },
      factsOf(event, context),
      ...crewParts(context),
    ],
    reason: reasonOfCrew(context, role),
  }),
  crew_reminder_24h: (event, context, { role }) => ({
    subject: `Coming up, with you as ${role}: ${event.title}`,
    preview: whenOf(event, context),
    parts: [
      { says: 'Coming up', heading: event.title, address: context.links.event },
      { text: 'The interview is almost here. See who has registered and what they ask.' },
      factsOf(event, context),
      ...crewParts(context),
    ],
    reason: reasonOfCrew(context, role),
  }),
  crew_reminder_1h: (event, context, { role }) => ({
    subject: `Starting soon, with you as ${role}: ${event.title}`,
    preview: whenOf(event, context),
    parts: [
      { says: 'Starting soon', heading: event.title, address: context.links.event },
      { text: 'We begin within the hour, and the room is open to you.' },
      factsOf(event, context),
      ...crewParts(context),
    ],
    reason: reasonOfCrew(context, role),
  }),
  crew_moved: (event, context, { role }) => ({
    subject: `New time: ${event.title}`,
    preview: whenOf(event, context),
    parts: [
      { says: 'New time', heading: event.title, address: context.links.event },
      { text: 'The time of this interview is another than we told you. Your link stays the same.' },
      factsOf(event, context),
      ...crewParts(context),
    ],
    reason: reasonOfCrew(context, role),
  }),
  crew_cancelled: (event, context, { role }) => ({
    subject: `Cancelled: ${event.title}`,
    preview: 'This interview will not take place.',
    parts: [
      { says: 'Cancelled', heading: event.title, address: context.links.event },
      { text: `${sayCancelled(event, context)} Whoever registered is told as well.` },
    ],
    reason: reasonOfCrew(context, role),
  }),
} satisfies Partial<Record<MailKind, Describe>>

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
export const aboutEvents = {
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
