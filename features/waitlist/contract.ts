import { z } from 'zod'
import { answerColumns, answersOfRow } from '#features/form-questions/contract.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { instant, personKey, rowId, rowIdInPath } from '#kernel/fields.ts'
import { formAnswer } from '#kernel/form-questions.ts'
import { waitlistStates } from '#kernel/values.ts'

/** A person's place on a waiting list. */
const waitlistPlace = z.object({
  id: rowId,
  state: z.enum(waitlistStates),
  /** Until when a seat is or was reserved for the person; null if none was offered. */
  offerEndsAt: instant.nullable(),
  createdAt: instant,
})

export const placeOfPerson = waitlistPlace.extend({
  eventId: rowId,
  eventTitle: z.string(),
  /** Answers to questions of the registration form, by the question's label. */
  answers: z.record(z.string(), formAnswer),
})

export const listWaitlist = endpoint('GET /api/admin/events/:id/waitlist', {
  access: 'viewer',
  summary:
    'Returns the seats of an event and the people on its waiting list, in the order of the line.',
  params: z.object({ id: rowIdInPath }),
  refusals: ['no_such_event'],
  reply: z.object({
    /** Number of seats; null for no limit. */
    capacity: z.int().nullable(),
    /** Number of confirmed registrations: above the capacity after imports, or if it was lowered. */
    confirmed: z.int(),
    people: z.array(
      waitlistPlace.extend({
        personKey: personKey.nullable(),
        name: z.string(),
        email: z.string(),
        ...answersOfRow,
      }),
    ),
    ...answerColumns,
  }),
})
