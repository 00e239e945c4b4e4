import { factsOf, headingOf, joinParts, whenOf } from '#features/mails/server/compose.ts'
import { type EventMail, whyEventIsOver } from '#features/mails/server/mail-kind.ts'
import { hasRegistrationToday } from './caller-registration.ts'

export const joinLinkMail = {
  to: 'registrant',
  isRepeatable: true,
  isOnRequest: true,
  isEntitled: async (db, { email, eventId }, time) =>
    eventId !== undefined && hasRegistrationToday(db, { email, eventId }, time),
  tellsTime: true,
  whyNot: ({ event }, time) => whyEventIsOver(event, time),
  words: (event, context) => ({
    subject: `Your join link: ${event.title}`,
    preview: whenOf(event, context),
    parts: [
      headingOf('Your join link', event, context),
      { opening: 'Here is the link you asked for.' },
      factsOf(event, context),
      ...joinParts(event, context),
    ],
    reason: 'You get this email because someone asked for a join link with this address.',
  }),
} satisfies EventMail
