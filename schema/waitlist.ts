import { sql, type SQL } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core'
import type { FormAnswerValue } from '#kernel/form-questions.ts'
import { waitlistStates } from '#kernel/values.ts'
import { createdAt, firstTouch, id, instant, oneOf, words } from './columns.ts'
import { events } from './events.ts'
import { users } from './people.ts'

/**
 * People who wait for a seat of a full event. They have no row in `event_registrations`, so that no list or count
 * takes them for registrants. The line is in the order of `id`.
 */
export const waitlistEntries = pgTable(
  'waitlist_entries',
  {
    id: id(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    eventId: integer()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    state: text({ enum: waitlistStates }).notNull().default('waiting'),
    /**
     * This column and the next four store what the person entered in the form, for the registration that is created
     * once they get a seat.
     */
    questions: words(),
    /** Answers to the organiser's questions in the form, by question id; `form_answers` needs a registration. */
    answers: jsonb().$type<Record<string, FormAnswerValue>>().notNull().default({}),
    receiveUpdates: boolean().notNull().default(false),
    receiveEventInvites: boolean().notNull().default(false),
    registrationSource: text().notNull().default('main_form'),
    firstTouch: firstTouch(),
    /** Until when the offered seat is reserved. */
    offerEndsAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    unique('waitlist_entries_person_event_unique').on(table.userId, table.eventId),
    oneOf('waitlist_entries_state_check', table.state, waitlistStates),
    check(
      'waitlist_entries_offer_check',
      sql`(${table.state} = 'waiting') = (${table.offerEndsAt} is null)`,
    ),
    index('waitlist_entries_line_index').on(table.eventId, table.id),
  ],
)

/** SQL that counts the confirmed registrations of an event; each takes a seat. */
export const countConfirmed = (eventId: SQL | number) =>
  sql<number>`(select count(*)::int from event_registrations r
    where r.event_id = ${eventId} and r.registration_type = 'confirmed' and r.user_id is not null)`

/** SQL that counts the open offers of an event to people who are not confirmed; each takes a seat. */
export const countOffered = (eventId: SQL | number) =>
  sql<number>`(select count(*)::int from waitlist_entries w
    where w.event_id = ${eventId} and w.state = 'offered' and not exists (select from event_registrations r
      where r.event_id = w.event_id and r.user_id = w.user_id and r.registration_type = 'confirmed'))`

/** SQL that selects until when a seat of the event is reserved for the person; null if none is. */
export const offerEndOf = (userId: SQL, eventId: SQL) =>
  sql`(select w.offer_ends_at from waitlist_entries w
    where w.user_id = ${userId} and w.event_id = ${eventId} and w.state = 'offered')`.mapWith(
    waitlistEntries.offerEndsAt,
  ) as SQL<Date | null>
