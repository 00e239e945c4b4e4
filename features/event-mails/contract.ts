import { z } from 'zod'
import { eventChanges, statusChangeConsequences } from '#features/events/contract.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { rowId, rowIdInPath } from '#kernel/fields.ts'

/** Whom a change of an event would tell. Specification, "Events". */

export const previewStatusChanges = endpoint('POST /api/admin/events/:id/consequences', {
  access: 'admin',
  summary:
    'What each status change, cancelling and deleting would bring about, and whom saving these fields would tell. Changes nothing.',
  params: z.object({ id: rowIdInPath }),
  body: z.object({
    /** What is about to be saved of the event's date. */
    changes: eventChanges
      .pick({ eventDate: true, eventTime: true, eventEndTime: true, dateConfirmed: true })
      .optional(),
  }),
  refusals: ['no_such_event'],
  reply: z.object({
    eventId: rowId,
    confirmed: z.int(),
    preRegistered: z.int(),
    moves: z.array(statusChangeConsequences),
    /** Who is told once `changes` are saved, in sentences; none where nobody learns a date by it. */
    saving: z.array(z.string()),
  }),
})
