import { dateConfirmedMail } from '#features/event-mails/server/date-confirmed-mail.ts'
import { headingOf } from '#features/mails/server/compose.ts'
import { type EventMail, whyEventIsOver } from '#features/mails/server/mail-kind.ts'
import { answerParts } from './confirmation-mail.ts'

/** The mail that confirms a pre-registration. Another mail announces the date later. */
export const preRegistrationMail = {
  to: 'registrant',
  isRepeatable: true,
  whyNot({ event, registration }, time) {
    const why = whyEventIsOver(event, time)
    if (why || !event) return why
    if (registration?.registrationType === 'confirmed') return 'The seat was taken meanwhile'
    const isDated = dateConfirmedMail.due.when(event, time) !== undefined
    return isDated ? 'The date is confirmed, and another email says so' : undefined
  },
  words: (event, context, told) => ({
    subject: `You are on the list: ${event.title}`,
    preview: 'We will write to you as soon as the date is confirmed.',
    parts: [
      headingOf('You are on the list', event, context),
      {
        opening: `You will be among the first to hear when ${event.speakerName} is our guest.`,
        fact: 'We will email you when the date is confirmed, so that you can confirm your registration.',
      },
      ...answerParts(told, context),
    ],
    reason: `You get this email because you asked to hear about an event of ${context.seriesName}.`,
  }),
} satisfies EventMail
