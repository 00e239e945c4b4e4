import type { CrewRole } from '#shared/crew.ts'
import type { MailKind } from '#shared/messages.ts'
import { factsOf, sayCancelled, whenOf } from './event-parts.ts'
import type { MailPart } from './mail-parts.ts'
import type { Describe, NotificationContext } from './matter.ts'

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
export const describeToCrew = {
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
