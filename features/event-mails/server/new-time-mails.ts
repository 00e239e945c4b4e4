import {
  confirmParts,
  crewParts,
  factsOf,
  headingOf,
  joinParts,
  reasonOfCrew,
  whenOf,
} from '#features/mails/server/compose.ts'
import type { EventMail } from '#features/mails/server/mail-kind.ts'
import { awaitedStart } from '#kernel/publishing.ts'
import { isToldOtherwise, whyTimeIsOver } from './told-times.ts'

/** A new time, to whoever was told another one; registrants and crew alike. */
const newTime = {
  isRepeatable: true,
  tellsTime: true,
  due: {
    // A cancellation and what takes it back count as changes of the time.
    when: (event, time) =>
      event.calendarSequence > 0 && awaitedStart(event, time)
        ? { dedupeKey: String(event.calendarSequence) }
        : undefined,
    // Also of the pre-registered, who were told a date to take their seat for.
    who: (event, _due, kindsOfTime) => isToldOtherwise(event, kindsOfTime),
    waitsForEdits: true,
    whyNot: (event, time) => whyTimeIsOver(event, time, false),
  },
} satisfies Partial<EventMail>

export const newTimeMail: EventMail = {
  ...newTime,
  to: 'registrant',
  // The pre-registered have no entry yet that a new time would change: it comes with their seat.
  calendar: ({ isPreRegistered }) => (isPreRegistered ? undefined : 'PUBLISH'),
  words: (event, context, { isPreRegistered }) => ({
    subject: `New time: ${event.title}`,
    preview: whenOf(event, context),
    parts: [
      headingOf('New time', event, context),
      isPreRegistered
        ? {
            opening: 'The time of this interview has changed since we wrote to you.',
            fact: 'Your seat is still yours to take.',
          }
        : {
            opening: 'The time of this interview has changed.',
            fact: 'Your seat and your link stay the same.',
          },
      factsOf(event, context),
      ...(isPreRegistered ? confirmParts(context) : joinParts(event, context)),
    ],
    reason: `You get this mail because you ${isPreRegistered ? 'pre-registered' : 'registered'} for this event of ${context.seriesName}.`,
  }),
}

export const crewNewTimeMail: EventMail = {
  ...newTime,
  to: 'crew',
  calendar: () => 'PUBLISH',
  words: (event, context, { role }) => ({
    subject: `New time: ${event.title}`,
    preview: whenOf(event, context),
    parts: [
      headingOf('New time', event, context),
      {
        opening: 'The time of this interview is another than we told you.',
        fact: 'Your link stays the same.',
      },
      factsOf(event, context),
      ...crewParts(context),
    ],
    reason: reasonOfCrew(context, role),
  }),
}
