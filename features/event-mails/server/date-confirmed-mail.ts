import { sql } from 'drizzle-orm'
import { confirmParts, factsOf, headingOf, whenOf } from '#features/mails/server/compose.ts'
import type { EventMail } from '#features/mails/server/mail-kind.ts'
import { isPreRegistered } from '#features/mails/server/plan.ts'
import { isPlacedBySeries } from '#features/newsletter/server/series-subscriptions.ts'
import { awaitedStart } from '#kernel/publishing.ts'
import { whyTimeIsOver } from './told-times.ts'

/** Mail that tells pre-registered people the date of an event, with a button that confirms their registration. */
export const dateConfirmedMail = {
  to: 'registrant',
  isRepeatable: true,
  tellsTime: true,
  due: {
    when: (event, time) => (awaitedStart(event, time) ? { dedupeKey: '' } : undefined),
    who: ({ id }) => sql`${isPreRegistered} and not ${isPlacedBySeries(id)}`,
    whyNot: (event, time) => whyTimeIsOver(event, time, false),
    whyNotThem: 'The person has registered meanwhile',
  },
  words: (event, context) => ({
    subject: `The date is confirmed: ${event.title}`,
    preview: whenOf(event, context),
    parts: [
      headingOf('The date is confirmed', event, context),
      {
        opening: 'You asked us to tell you the date. Here it is.',
        ...(event.capacity !== null && {
          fact: 'The number of seats is limited. If all are taken, you can join the waiting list with the same button.',
        }),
      },
      factsOf(event, context),
      ...confirmParts(context),
    ],
    reason: `You get this email because you pre-registered for this event of ${context.seriesName}.`,
  }),
} satisfies EventMail
