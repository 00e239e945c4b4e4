import { factsOf, headingOf, joinParts, whenOf } from '#features/mails/server/compose.ts'
import {
  type EventMail,
  type StandaloneMail,
  whyEventIsOver,
} from '#features/mails/server/mail-kind.ts'
import { readSeriesState } from '#features/newsletter/server/series-subscriptions.ts'
import { answerParts } from '#features/registrations/server/confirmation-mail.ts'

/** Mails about series registrations. */

/** The mail that asks a person to verify their email, so that their series registration takes effect. */
export const seriesRequestMail = {
  to: 'person',
  isRepeatable: true,
  async findWhyNot(db, { outboxEntry: { email } }) {
    const isPending = (await readSeriesState(db, email)) === 'pending'
    return isPending ? undefined : 'Confirmed or ended meanwhile'
  },
  words: (context) => ({
    subject: `Confirm your registration for every event of ${context.seriesName}`,
    preview: 'Confirm to be registered for every event.',
    parts: [
      { heading: 'Every event of the series' },
      {
        opening: 'Someone asked us to register this address for every event of the series.',
        fact: 'If it was you, please confirm.',
      },
      { button: 'Register me for every event', address: context.links.series },
      { note: 'If it was not you, ignore this part of the email.' },
    ],
    reason: `You get this email because this address was registered with ${context.seriesName}.`,
  }),
} satisfies StandaloneMail

/** The mail that tells a person that their series registration registered them for an event. */
export const seriesEventMail = {
  to: 'registrant',
  isRepeatable: true,
  tellsTime: true,
  endsSeries: true,
  calendar: () => 'PUBLISH',
  whyNot: ({ event, registration }, time) =>
    whyEventIsOver(event, time) ?? (registration ? undefined : 'The registration was cancelled'),
  words: (event, context, told) => ({
    subject: `You are registered: ${event.title}`,
    preview: whenOf(event, context),
    parts: [
      headingOf('You are registered', event, context),
      {
        opening: 'You asked us to register you for every event of the series, and here is one.',
      },
      factsOf(event, context),
      ...joinParts(event, context),
      ...answerParts(told, context),
      { button: 'Not this one', address: context.links.series, isQuiet: true },
      {
        note: 'On the next page you can cancel this event, or end the registration for every event.',
      },
    ],
    reason: `You get this email because you asked to be registered for every event of ${context.seriesName}.`,
  }),
} satisfies EventMail
