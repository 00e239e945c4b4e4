import { sql } from 'drizzle-orm'
import { factsOf, headingOf, joinParts, whenOf } from '#features/mails/server/compose.ts'
import {
  type EventMail,
  type Recipient,
  whyEventIsOver,
  type WordsContext,
} from '#features/mails/server/mail-kind.ts'
import type { MailPart } from '#features/mails/server/mail-parts.ts'
import { hasOutboxEntry, isConfirmed } from '#features/mails/server/plan.ts'
import { isOpen } from '#kernel/publishing.ts'

/** Returns the parts that ask a registrant for answers to the registration form's questions; none if all are given. */
export function answerParts({ openQuestions }: Recipient, { origin }: WordsContext): MailPart[] {
  if (openQuestions === 0) return []
  const asked = openQuestions === 1 ? 'a question' : `${openQuestions} questions`
  return [
    { text: `The organiser has ${asked} for you.` },
    { button: 'Answer now', address: `${origin}/me` },
  ]
}

/**
 * The mail that confirms a registration, sent immediately. If it was skipped because the event was
 * cancelled, and the event is no longer cancelled, it is sent again.
 */
export const confirmationMail = {
  to: 'registrant',
  isRepeatable: true,
  tellsTime: true,
  calendar: () => 'PUBLISH',
  due: {
    // Sends confirmations that were skipped: because the event was cancelled (restoring it makes its calendar sequence
    // greater than zero), or because `confirmInOrder` added them for pre-registered people when an event with a
    // capacity opened.
    when: (event, time) =>
      isOpen(event, time) && (event.calendarSequence > 0 || event.capacity !== null)
        ? { dedupeKey: '' }
        : undefined,
    who: () =>
      sql`${isConfirmed} and ${hasOutboxEntry(sql`d.kind = 'registration_confirmed' and d.state = 'skipped'`)}`,
  },
  whyNot: ({ event }, time) => whyEventIsOver(event, time),
  words: (event, context, told) => ({
    subject: `Your seat is confirmed: ${event.title}`,
    preview: whenOf(event, context),
    parts: [
      headingOf('Your seat is confirmed', event, context),
      { opening: 'We look forward to having you with us.' },
      factsOf(event, context),
      ...joinParts(event, context),
      ...answerParts(told, context),
    ],
    reason: `You get this email because you registered for an event of ${context.seriesName}.`,
  }),
} satisfies EventMail
