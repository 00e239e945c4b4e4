import { z } from 'zod'
import { eventStatuses } from '#shared/values.ts'
import { endpoint } from './endpoint.ts'
import { eventChanges } from './event-editor.ts'
import { rowId, rowIdInPath } from './fields.ts'

export const eventCheckCodes = [
  'end_before_start',
  'past_but_upcoming',
  'completed_but_ahead',
  'unrecognised_recording',
  'missing_banner',
  'hidden_by_priority',
  'same_anchor',
  'no_room',
  'picture_missing',
  'date_not_confirmed',
  'no_time',
  'webinar_mail',
  'transcript_waiting',
  'no_transcript',
  'webinar_recorded',
] as const
export type EventCheckCode = (typeof eventCheckCodes)[number]

/** One line of an event's pre-flight list: `problem` will hurt, `warning` may, `note` is worth knowing. */
export const eventCheck = z.object({
  code: z.enum(eventCheckCodes),
  severity: z.enum(['problem', 'warning', 'note']),
  /** A sentence to show. */
  message: z.string(),
  /** The field of the event editor that it is about. */
  field: z.string().nullable(),
})
export type EventCheck = z.output<typeof eventCheck>

export const checkEvents = endpoint({
  method: 'GET',
  path: '/api/admin/events/preflight',
  access: 'admin',
  summary: 'The pre-flight list of every event that is not cancelled.',
  reply: z.array(z.object({ eventId: rowId, checks: z.array(eventCheck) })),
})

/** What an organiser may do to an event with one button. */
export const statusChanges = [...eventStatuses, 'cancel', 'restore', 'delete'] as const
export type EventMove = (typeof statusChanges)[number]

export const statusChangeConsequences = z.object({
  move: z.enum(statusChanges),
  /** The next step of the usual order: the one obvious button. */
  isNext: z.boolean(),
  /** Sentences to show before it happens: who is told, what appears where. */
  consequences: z.array(z.string()),
})
export type StatusChangeConsequences = z.output<typeof statusChangeConsequences>

export const previewStatusChanges = endpoint({
  method: 'POST',
  path: '/api/admin/events/:id/consequences',
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
