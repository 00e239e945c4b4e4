import {
  apiEvent,
  type ApiEvent,
  type ApiEventChanges,
  type ApiEventForm,
} from '#features/public-api/contract.ts'
import { listEventsForAdmin } from '#features/events/server/read-events.ts'
import { unknownEvent } from '#features/events/server/event-rows.ts'
import type { AdminEvent } from '#kernel/event-shapes.ts'
import { dayInZone, parseInstant, type TimeContext } from '#kernel/event-time.ts'
import type { Db } from '#platform/db/open.ts'
import { invalidInput, Refusal } from '#platform/errors/refusal.ts'
import { pageOf, type Page } from './page.ts'

const written = (text: string | null) => parseInstant(text)?.toISOString() ?? null

/** Returns an event for the public API, without the URLs of its recording and meeting room. */
export function presentApiEvent(event: AdminEvent): ApiEvent {
  const { eventDate, eventTime, eventEndTime } = event
  return apiEvent.parse({
    ...event,
    date: eventDate,
    startsAt: written(eventTime),
    endsAt: written(eventEndTime),
  })
}

export async function listApiEvents(
  db: Db,
  page: Page,
  time: TimeContext,
): Promise<{ data: ApiEvent[]; nextCursor: string | null }> {
  const events = await listEventsForAdmin(db, time, { after: page.cursor, limit: page.limit + 1 })
  const { rows, nextCursor } = pageOf(events, page)
  return { data: rows.map(presentApiEvent), nextCursor }
}

/** Returns the event with this id. Throws 404 for an unknown one. */
export async function getApiEvent(db: Db, id: number, time: TimeContext): Promise<ApiEvent> {
  const [event] = await listEventsForAdmin(db, time, { id })
  if (!event) throw unknownEvent(id)
  return presentApiEvent(event)
}

type Times = Pick<ApiEventForm, 'date' | 'startsAt' | 'endsAt'>

/** Converts an event of the public API to the form of the admin area, which has other fields for times. */
export function asEventForm<Form extends Times & (ApiEventForm | ApiEventChanges)>(
  { date, startsAt, endsAt, ...fields }: Form,
  timeZone: string,
) {
  const eventDate = startsAt ? dayInZone(new Date(startsAt), timeZone) : date
  return {
    ...fields,
    ...(eventDate !== undefined && { eventDate }),
    ...(startsAt !== undefined && { eventTime: startsAt }),
    ...(endsAt !== undefined && { eventEndTime: endsAt }),
  }
}

const fieldNames: Record<string, string> = {
  eventDate: 'date',
  eventTime: 'startsAt',
  eventEndTime: 'endsAt',
}

/**
 * Returns the result of an operation of the admin area. Converts the errors that it throws to errors of the public
 * API.
 */
export async function withApiRefusals<Result>(save: Promise<Result>): Promise<Result> {
  try {
    return await save
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code === 'event_changed') {
      const { event, changedFields } = error.details as {
        event: AdminEvent
        changedFields: string[]
      }
      throw new Refusal('event_changed_since', {
        updatedAt: event.updatedAt,
        changedFields: changedFields.map((name) => fieldNames[name] ?? name),
      })
    }
    if (error.code !== 'invalid_input') throw error
    const { errors } = error.details as { errors: { field: string; message: string }[] }
    throw invalidInput(
      errors.map(({ field, message }) => ({ field: fieldNames[field] ?? field, message })),
    )
  }
}
