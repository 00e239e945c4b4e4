import { and, eq, inArray, sql } from 'drizzle-orm'
import type { RegistrationType } from '#shared/values.ts'
import type { Transaction } from '#server/db/open.ts'
import { eventRegistrations } from '#server/db/tables/people.ts'
import type { EventRow } from '#server/events/event-row.ts'

export type RegistrationFields = {
  questions?: string
  receiveUpdates: boolean
  receiveEventInvites: boolean
  registrationSource: string
}

/** An event whose date is not fixed yields a pre-registration, any other a confirmed seat. */
function registrationType(event: EventRow): RegistrationType {
  return event.status === 'pre_registration' ? 'pre_registration' : 'confirmed'
}

/**
 * One `event_registrations` row for each person and event, ever: a repeat adds nothing, but a
 * pre-registration becomes confirmed once the event is upcoming, and a question still missing is kept.
 * Returns the rows that this call made.
 */
export async function addRegistrations(
  tx: Transaction,
  userId: number,
  chosen: EventRow[],
  fields: RegistrationFields,
) {
  if (chosen.length === 0) return []
  const inserted = await tx
    .insert(eventRegistrations)
    .values(
      chosen.map((event) => ({
        ...fields,
        userId,
        eventId: event.id,
        registrationType: registrationType(event),
      })),
    )
    .onConflictDoNothing()
    .returning({
      id: eventRegistrations.id,
      eventId: eventRegistrations.eventId,
      registrationType: eventRegistrations.registrationType,
    })
  await completeEarlierRows(tx, userId, chosen, fields.questions ?? '')
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
