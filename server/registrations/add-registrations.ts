import { and, eq, inArray, sql } from 'drizzle-orm'
import type { RegistrationType } from '#shared/values.ts'
import type { Transaction } from '#server/db/open.ts'
import { preparedSql } from '#server/db/prepared.ts'
import { eventRegistrations } from '#server/db/tables/people.ts'
import type { EventRow } from '#server/events/event-row.ts'
import type { Jobs } from '#server/jobs/create-jobs.ts'
import { enqueueWebinarSeats } from '#server/webinars/ask-for-seats.ts'

export type RegistrationFields = {
  questions?: string
  receiveUpdates: boolean
  receiveEventInvites: boolean
  registrationSource: string
}

type NewRow = { id: number; eventId: number; registrationType: RegistrationType }
type Added = Required<RegistrationFields> & { userId: number; eventIds: number[]; types: string[] }

const addRows = preparedSql<Added, NewRow>(
  'add_registrations',
  (of) => sql`
    insert into event_registrations (user_id, event_id, registration_type, questions, receive_updates,
      receive_event_invites, registration_source)
    select ${of.userId}::int, chosen.id, chosen.type, ${of.questions}, ${of.receiveUpdates}::boolean,
      ${of.receiveEventInvites}::boolean, ${of.registrationSource}
    from unnest(${of.eventIds}::int[], ${of.types}::text[]) as chosen (id, type)
    on conflict do nothing
    returning id, event_id as "eventId", registration_type as "registrationType"`,
)

/** An event whose date is not fixed yields a pre-registration, any other a confirmed seat. */
function registrationType(event: EventRow): RegistrationType {
  return event.status === 'pre_registration' ? 'pre_registration' : 'confirmed'
}

/**
 * One `event_registrations` row for each person and event, ever: a repeat adds nothing, but a
 * pre-registration becomes confirmed once the event is upcoming, and a question still missing is kept.
 * Seats in webinars are asked for. Returns the rows that this call made.
 */
export async function addRegistrations(
  tx: Transaction,
  jobs: Pick<Jobs, 'send' | 'takes'>,
  userId: number,
  chosen: EventRow[],
  fields: RegistrationFields,
) {
  if (chosen.length === 0) return []
  const { questions = '' } = fields
  const inserted = await addRows(tx, {
    ...fields,
    questions,
    userId,
    eventIds: chosen.map(({ id }) => id),
    types: chosen.map(registrationType),
  })
  if (inserted.length < chosen.length) await completeEarlierRows(tx, userId, chosen, questions)
  await enqueueWebinarSeats(tx, jobs, { userId, events: chosen })
  return inserted.map((row) => ({
    ...row,
    title: chosen.find((event) => event.id === row.eventId)?.title ?? '',
  }))
}

async function completeEarlierRows(
  tx: Transaction,
  userId: number,
  chosen: EventRow[],
  questions: string,
) {
  const own = (ids: number[]) =>
    and(eq(eventRegistrations.userId, userId), inArray(eventRegistrations.eventId, ids))
  const confirmed = chosen
    .filter((event) => registrationType(event) === 'confirmed')
    .map((event) => event.id)
  if (confirmed.length > 0) {
    await tx
      .update(eventRegistrations)
      .set({ registrationType: 'confirmed' })
      .where(and(own(confirmed), eq(eventRegistrations.registrationType, 'pre_registration')))
  }
  if (questions) {
    await tx
      .update(eventRegistrations)
      .set({ questions: sql`${questions}` })
      .where(and(own(chosen.map((event) => event.id)), eq(eventRegistrations.questions, '')))
  }
}
