import {
  crewParts,
  factsOf,
  headingOf,
  reasonOfCrew,
  whenOf,
} from '#features/mails/server/compose.ts'
import { type EventMail, whyEventIsOver } from '#features/mails/server/mail-kind.ts'

/** The mail with the crew link for a new crew member. */
export const crewMail = {
  to: 'crew',
  isRepeatable: true,
  tellsTime: true,
  calendar: () => 'PUBLISH',
  whyNot: ({ event }, time) => whyEventIsOver(event, time),
  words: (event, context, { role }) => ({
    subject: `You are the ${role}: ${event.title}`,
    preview: whenOf(event, context),
    parts: [
      headingOf(`You are the ${role}`, event, context),
      { opening: 'Everything about this event is on a page of your own.' },
      factsOf(event, context),
      ...crewParts(context),
    ],
    reason: reasonOfCrew(context, role),
  }),
} satisfies EventMail
