import { sql } from 'drizzle-orm'
import { factsOf, headingOf, joinParts, whenOf } from '#features/mails/server/compose.ts'
import { type EventMail, whyEventIsOver } from '#features/mails/server/mail-kind.ts'
import { hasOutboxEntry, isConfirmed } from '#features/mails/server/plan.ts'
import { isOpen } from '#kernel/publishing.ts'

/** Confirms a registration at once; sent again if it was skipped while the event was cancelled. */
export const confirmationMail = {
  to: 'registrant',
  isRepeatable: true,
  tellsTime: true,
  calendar: () => 'PUBLISH',
  due: {
    // Cancelling and un-cancelling count as changes of the time.
    when: (event, time) =>
      isOpen(event, time) && event.calendarSequence > 0 ? { dedupeKey: '' } : undefined,
    who: () =>
      sql`${isConfirmed} and ${hasOutboxEntry(sql`d.kind = 'registration_confirmed' and d.state = 'skipped'`)}`,
  },
  whyNot: ({ event }, time) => whyEventIsOver(event, time),
  words: (event, context) => ({
    subject: `Your seat is confirmed: ${event.title}`,
    preview: whenOf(event, context),
    parts: [
      headingOf('Your seat is confirmed', event, context),
      { opening: 'We look forward to having you with us.' },
      factsOf(event, context),
      ...joinParts(event, context),
    ],
    reason: `You get this email because you registered for an event of ${context.seriesName}.`,
  }),
} satisfies EventMail
