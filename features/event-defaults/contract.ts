import { z } from 'zod'
import { eventForm, eventLimits } from '#features/events/contract.ts'
import { reminderMinutes } from '#features/event-mails/contract.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { flag, optionalText } from '#kernel/fields.ts'
import { crewRoles } from '#kernel/values.ts'

/** API endpoints that read and change the values with which the form of a new event starts. */

/** Longest default length of an event, in minutes. */
const longestMinutes = 12 * 60

/** Fields of the body; missing or empty ones are stored as null. */
export const eventDefaultsForm = z.object({
  /** Start as HH:mm in the display zone. */
  startTime: z
    .union([z.literal('').transform(() => null), z.iso.time({ precision: -1 })], {
      error: 'Start must be a time such as 18:00',
    })
    .nullish(),
  lengthMinutes: z
    .int({ error: 'Length must be a whole number of minutes' })
    .min(5, 'Length must be at least 5 minutes')
    .max(longestMinutes, `Length must be at most ${longestMinutes} minutes`)
    .nullish(),
  roomUrl: eventForm.shape.roomUrl,
  title: optionalText('Title', eventLimits.title),
  description: optionalText('Description', eventLimits.description),
  /**
   * Minutes before the start at which events without reminder times of their own have reminders. If omitted, the stored
   * times stay.
   */
  reminderMinutes: reminderMinutes.nullish(),
  /** Time of day of the mails after an event, as HH:mm in the display zone. Missing leaves it. */
  followUpTime: z.iso
    .time({ precision: -1, error: 'Time of day must be a time such as 10:00' })
    .nullish(),
  /** Whether people who attended get a thank-you, and those who did not a missed-you mail. Missing leaves them. */
  sendsThankYou: flag,
  sendsMissedYou: flag,
  /**
   * Whether the guests must approve recordings. Switching it on applies to new events and to those whose recording is
   * not released. Missing leaves it.
   */
  needsApproval: flag,
  /** Whether the form offers the hosts and producers of the newest event that has any. */
  repeatsCrew: z.boolean({ error: 'Must be true or false' }).nullish(),
})
export type EventDefaultsForm = z.output<typeof eventDefaultsForm>

const eventDefaults = z.object({
  startTime: z.string().nullable(),
  lengthMinutes: z.int().nullable(),
  roomUrl: z.string().nullable(),
  title: z.string(),
  description: z.string(),
  reminderMinutes: z.array(z.int()),
  followUpTime: z.string(),
  sendsThankYou: z.boolean(),
  sendsMissedYou: z.boolean(),
  needsApproval: z.boolean(),
  repeatsCrew: z.boolean(),
  /** Hosts and producers of the newest event that has any. */
  latestCrew: z.array(z.object({ name: z.string(), email: z.string(), role: z.enum(crewRoles) })),
})
export type EventDefaults = z.output<typeof eventDefaults>

export const getEventDefaults = endpoint('GET /api/admin/event-defaults', {
  access: 'viewer',
  summary: 'Returns the values with which the form of a new event starts.',
  reply: eventDefaults,
})

export const saveEventDefaults = endpoint('PUT /api/admin/event-defaults', {
  access: 'editor',
  summary: 'Replaces the values with which the form of a new event starts.',
  body: eventDefaultsForm,
  reply: eventDefaults,
})
