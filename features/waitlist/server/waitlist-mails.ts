import { sql } from 'drizzle-orm'
import { factsOf, headingOf } from '#features/mails/server/compose.ts'
import { type EventMail, whyEventIsOver } from '#features/mails/server/mail-kind.ts'
import type { NotificationRow } from '#features/mails/server/record.ts'
import { describeInstant } from '#kernel/event-time.ts'
import type { WaitlistState } from '#kernel/values.ts'
import type { Db } from '#platform/db/open.ts'

/** Mails to people on the waiting list of a full event. */

/** Returns the state of the recipient's entry on the event's waiting list; undefined if there is none. */
async function readState(db: Db, { outboxEntry: { email, eventId } }: NotificationRow) {
  const { rows } = await db.execute<{ state: WaitlistState }>(sql`
    select w.state from waitlist_entries w join users u on u.id = w.user_id
    where u.email = ${email} and w.event_id = ${eventId}`)
  return rows[0]?.state
}

/** Returns the fields of a mail that is only sent while the recipient's entry has the state `needed`. */
function aboutPlace(needed: WaitlistState, otherwise: string) {
  return {
    to: 'interested',
    isRepeatable: true,
    whyNot: ({ event }, time) => whyEventIsOver(event, time),
    async findWhyNot(db, row, time) {
      const why = whyEventIsOver(row.event, time)
      if (why) return why
      return (await readState(db, row)) === needed ? undefined : otherwise
    },
  } satisfies Partial<EventMail>
}

/** The mail that confirms a place in line, with a link to leave the waiting list. */
export const waitlistMail = {
  ...aboutPlace('waiting', 'No longer on the waiting list'),
  words: (event, context) => ({
    subject: `You are on the waiting list: ${event.title}`,
    preview: 'We will write to you as soon as a seat is free.',
    parts: [
      headingOf('You are on the waiting list', event, context),
      {
        opening: 'All seats are taken at the moment.',
        fact: 'As soon as a seat is free and your turn has come, we reserve it for you and write to you.',
      },
      factsOf(event, context),
      { button: 'View waiting list', address: context.links.interest },
      { note: 'There you can also leave the waiting list.' },
    ],
    reason: `You get this email because you joined the waiting list of an event of ${context.seriesName}.`,
  }),
} satisfies EventMail

/** The mail that offers a reserved seat to the first in line. */
export const offerMail = {
  ...aboutPlace('offered', 'The seat is no longer reserved'),
  tellsTime: true,
  words(event, context, { offerEndsAt }) {
    const until = offerEndsAt
      ? `by ${describeInstant(offerEndsAt, context.display)}`
      : 'within 24 hours'
    return {
      subject: `A seat is free for you: ${event.title}`,
      preview: `Take it ${until}.`,
      parts: [
        headingOf('A seat is free for you', event, context),
        {
          opening: 'You are next on the waiting list, and a seat is free.',
          fact: `It is reserved for you. Please take it ${until}; after that we offer it to the next person.`,
        },
        factsOf(event, context),
        { button: 'Confirm registration', address: context.links.interest },
        {
          note: 'Press the button on the next page to confirm, or leave the waiting list there.',
        },
      ],
      reason: `You get this email because you joined the waiting list of an event of ${context.seriesName}.`,
    }
  },
} satisfies EventMail
