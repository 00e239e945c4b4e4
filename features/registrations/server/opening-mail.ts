import { sql } from 'drizzle-orm'
import { factsOf, headingOf, whenOf } from '#features/mails/server/compose.ts'
import type { EventMail } from '#features/mails/server/mail-kind.ts'
import { isPlacedBySeries } from '#features/newsletter/server/series-subscriptions.ts'
import { awaitedStart } from '#kernel/publishing.ts'

/** Type of the groups of people who skipped an event; a group's identifier is the event's id. */
export const ignoredEvents = 'ignored_events'

/**
 * The mail that tells people who want news of future events that registration for an event has opened, sent
 * once per event. Pre-registered people get the mail about the confirmed date instead.
 */
export const openingMail = {
  to: 'interested',
  topic: 'news',
  isRepeatable: false,
  due: {
    when: (event, time) =>
      event.openedAt && awaitedStart(event, time) ? { dedupeKey: '' } : undefined,
    who: ({ id, openedAt }) => sql`r.since < ${openedAt!.toISOString()}::timestamptz
      and (select true from event_registrations e
        where e.user_id = r.user_id and e.event_id = ${id} limit 1) is null
      and (select true from user_groups i where i.user_id = r.user_id
        and i.group_type = ${ignoredEvents} and i.group_identifier = ${String(id)} limit 1) is null
      and not ${isPlacedBySeries(id)}`,
    whyNot: (event) =>
      event.cancelledAt ? 'The event was cancelled' : 'Registration is no longer open',
    whyNotThem: 'Registered meanwhile, or no longer interested',
  },
  words: (event, context) => ({
    subject: `Registration is open: ${event.title}`,
    preview: whenOf(event, context),
    parts: [
      headingOf('Registration is open', event, context),
      { opening: 'You asked to hear of new events first, and here is one.' },
      factsOf(event, context),
      { button: 'Register', address: context.links.interest },
      {
        note: 'On the next page you can register, skip this event or stop these emails.',
      },
    ],
    reason: `You get this email because you asked to hear about future events of ${context.seriesName}.`,
  }),
} satisfies EventMail
