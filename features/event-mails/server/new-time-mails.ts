import { sql, type SQL } from 'drizzle-orm'
import type { EventRow } from '#features/events/server/event-rows.ts'
import {
  confirmParts,
  crewParts,
  factsOf,
  headingOf,
  joinParts,
  reasonOfCrew,
  whenOf,
} from '#features/mails/server/compose.ts'
import type { DueMail, EventMail } from '#features/mails/server/mail-kind.ts'
import type { TimeContext } from '#kernel/event-time.ts'
import type { MailKind } from '#kernel/mail-kinds.ts'
import { awaitedStart } from '#kernel/publishing.ts'
import { isBeingRestored, isCrewToldCancelled, isToldCancelled } from './restoration-mails.ts'
import { isToldOtherwise, whyTimeIsOver } from './told-times.ts'

/**
 * Returns the SQL condition for recipients of the mail about an event's new time: their last mail about the event named
 * another time. Excludes people whose last mail said that the event is cancelled. If the mail that the event takes
 * place after all is due to them, they get only that one, because it names the new time.
 */
const selectRecipients =
  (believesCancelled: SQL) => (event: EventRow, _due: DueMail, kinds: MailKind[]) =>
    sql`${isToldOtherwise(event, kinds)} and not ${believesCancelled} and not ${isBeingRestored}`

const newTime = {
  isRepeatable: true,
  tellsTime: true as const,
  saysFormerTime: true as const,
  due: {
    // The calendar sequence increases with each new time, and also when an event is cancelled or restored. It is part
    // of the dedupe key, so that each new time is mailed once.
    when: (event: EventRow, time: TimeContext) =>
      event.calendarSequence > 0 && awaitedStart(event, time)
        ? { dedupeKey: String(event.calendarSequence) }
        : undefined,
    waitsForEdits: true as const,
    whyNot: (event: EventRow, time: TimeContext) => whyTimeIsOver(event, time, false),
  },
}

export const newTimeMail: EventMail = {
  ...newTime,
  to: 'registrant',
  due: { ...newTime.due, who: selectRecipients(isToldCancelled()) },
  // Pre-registered people get a calendar entry only when they confirm their registration.
  calendar: ({ isPreRegistered }) => (isPreRegistered ? undefined : 'PUBLISH'),
  words: (event, context, { isPreRegistered, formerStart }) => ({
    subject: `New time: ${event.title}`,
    preview: whenOf(event, context),
    parts: [
      headingOf('New time', event, context),
      isPreRegistered
        ? {
            opening: 'The time of this interview has changed since we wrote to you.',
            fact: 'You can still take your seat.',
          }
        : {
            opening: 'The time of this interview has changed.',
            fact: 'Your seat and your link stay the same.',
          },
      factsOf(event, context, formerStart),
      ...(isPreRegistered ? confirmParts(context) : joinParts(event, context)),
    ],
    reason: `You get this email because you ${isPreRegistered ? 'pre-registered' : 'registered'} for this event of ${context.seriesName}.`,
  }),
}

export const crewNewTimeMail: EventMail = {
  ...newTime,
  to: 'crew',
  due: { ...newTime.due, who: selectRecipients(isCrewToldCancelled()) },
  calendar: () => 'PUBLISH',
  words: (event, context, { role, formerStart }) => ({
    subject: `New time: ${event.title}`,
    preview: whenOf(event, context),
    parts: [
      headingOf('New time', event, context),
      {
        opening: 'The time of this interview has changed.',
        fact: 'Your link stays the same.',
      },
      factsOf(event, context, formerStart),
      ...crewParts(context),
    ],
    reason: reasonOfCrew(context, role),
  }),
}
