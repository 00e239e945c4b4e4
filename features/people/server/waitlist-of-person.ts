import { desc, eq, sql, and, type SQL } from 'drizzle-orm'
import type { PersonFacts } from '#features/people/contract.ts'
import type { FormAnswerValue } from '#kernel/form-questions.ts'
import type { Db } from '#platform/db/open.ts'
import { earlierKnown } from '#schema/columns.ts'
import { events } from '#schema/events.ts'
import { waitlistEntries } from '#schema/waitlist.ts'
import { type HeldTable, ownedBy, type UserMerge } from './held-treatments.ts'

/** SQL: a waiting list entry's answers by question label; `entry` is the table's name or alias. */
function answersOf(entry: string) {
  return `(select coalesce(jsonb_object_agg(q.label, given.value), '{}')
    from jsonb_each(${entry}.answers) given join form_questions q on q.id = given.key::int)`
}

export const heldOfWaitlist: HeldTable = {
  personalColumns: 'questions answers first_touch',
  otherColumns: 'state registration_source',
  rows: ownedBy.user,
  page: 'waitlist',
  export: 'waitlist: Full events for which you wait for a seat.',
  select: `e.title, t.*, ${answersOf('t')} as answers`,
  join: 'join events e on e.id = t.event_id',
  merge: joinWaitlistEntries,
  erase: 'with users',
}

/**
 * SQL sort key for a person's entries on one waiting list: a reserved seat first, then a place in line, then a missed
 * offer; earlier entries first.
 */
const place = (entry: SQL) =>
  sql`(array_position(array['offered', 'waiting', 'missed'], ${entry}.state), ${entry}.id)`

/**
 * Moves the merged person's places on waiting lists to the remaining person. If both are on the same list, the better
 * place remains, with the answers and questions of both and the earlier first touch.
 */
async function joinWaitlistEntries({ tx, steps, from, to }: UserMerge) {
  await tx.execute(sql`update waitlist_entries w set answers = o.answers || w.answers,
      questions = coalesce(nullif(w.questions, ''), o.questions),
      first_touch = ${earlierKnown('first_touch', 'w', 'o')}
    from waitlist_entries o
    where w.event_id = o.event_id and (w.user_id, o.user_id) in ((${from}, ${to}), (${to}, ${from}))`)
  await tx.execute(sql`delete from waitlist_entries w using waitlist_entries o
    where w.event_id = o.event_id and (w.user_id, o.user_id) in ((${from}, ${to}), (${to}, ${from}))
      and ${place(sql`o`)} < ${place(sql`w`)}`)
  await steps.count(
    'places on waiting lists move',
    sql`update waitlist_entries set user_id = ${to} where user_id = ${from}`,
  )
}

export async function readWaitlistOf(
  db: Db,
  userId: number | null,
  isShown: SQL | undefined,
): Promise<PersonFacts['waitlist']> {
  const { id, eventId, state, offerEndsAt, createdAt } = waitlistEntries
  const answers = sql<Record<string, FormAnswerValue>>`${sql.raw(answersOf('waitlist_entries'))}`
  const rows = await db
    .select({ id, eventId, eventTitle: events.title, state, answers, offerEndsAt, createdAt })
    .from(waitlistEntries)
    .innerJoin(events, eq(events.id, eventId))
    .where(and(eq(waitlistEntries.userId, userId ?? 0), isShown))
    .orderBy(desc(id))
  return rows.map((row) => ({
    ...row,
    offerEndsAt: row.offerEndsAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }))
}
