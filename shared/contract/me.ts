import { z } from 'zod'
import { topics } from '#shared/messages.ts'
import { eventStatuses, registrationTypes } from '#shared/values.ts'
import { endpoint } from './endpoint.ts'
import { email, instant, requiredText, rowId, rowIdInPath } from './fields.ts'
import { bounce, readPerson } from './people.ts'

/** What somebody sees and does of their own, in a browser that has shown that the address is theirs. */

export const requestCode = endpoint({
  method: 'POST',
  path: '/api/me/code',
  access: 'public',
  summary: 'Sends a 6-digit code to a known address; the same answer for everyone.',
  body: z.object({ email }),
  reply: z.object({ message: z.string() }),
})

export const verifyCode = endpoint({
  method: 'POST',
  path: '/api/me/verify',
  access: 'public',
  summary: 'Opens a verified session with a code, in the browser that asked for it.',
  body: z.object({
    email,
    /** Six digits; spaces between them do not matter. */
    code: requiredText('Code', 'Code is required', 20)
      .transform((text) => text.replaceAll(/\s/g, ''))
      .refine((text) => /^\d{6}$/.test(text), 'Code has six digits'),
  }),
  refusals: ['wrong_code'],
  reply: z.object({ email: z.string() }),
})

const ownRegistration = z.object({
  id: rowId,
  eventId: rowId,
  title: z.string(),
  /** Of the event's page, `/events/{slug}`. */
  slug: z.string(),
  /** Date and time as the series shows them. */
  when: z.string().nullable(),
  status: z.enum(eventStatuses),
  isCancelled: z.boolean(),
  registrationType: z.enum(registrationTypes),
  /** `/join/{token}`: their own way in, while the event is not over. */
  joinPath: z.string().nullable(),
})

export const getAccount = endpoint({
  method: 'GET',
  path: '/api/me',
  access: 'verified',
  summary: 'What is known of the person whose address this browser has shown to be theirs.',
  reply: z.object({
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    registrations: z.array(ownRegistration),
    /** Events, or future ones in general, that they asked to hear of. */
    interests: z.array(z.object({ title: z.string().nullable(), createdAt: instant })),
    /** Which topics of mail they get. */
    topics: z.record(z.enum(topics), z.boolean()),
    /** Why nothing is sent to this address any more. */
    bounce: bounce.nullable(),
    watched: z.array(z.object({ title: z.string(), watchedShare: z.number(), updatedAt: instant })),
  }),
})

export const changeOwnTopics = endpoint({
  method: 'PUT',
  path: '/api/me/topics',
  access: 'verified',
  summary: 'Says which topics of mail this person gets; a topic left out stays as it is.',
  body: z.object({ news: z.boolean().optional(), reminders: z.boolean().optional() }),
  reply: z.object({ topics: z.record(z.enum(topics), z.boolean()) }),
})

export const cancelOwnRegistration = endpoint({
  method: 'DELETE',
  path: '/api/me/registrations/:id',
  access: 'verified',
  summary: 'Cancels a registration of this person, who can take it back.',
  params: z.object({ id: rowIdInPath }),
  refusals: ['no_such_registration'],
  reply: z.object({ id: rowId, eventId: rowId }),
})

export const takeBackRegistration = endpoint({
  method: 'POST',
  path: '/api/me/registrations',
  access: 'verified',
  summary:
    'Takes a cancelled registration of this person back; at Zoom the seat is approved again.',
  body: z.object({ eventId: rowId }),
  refusals: ['unknown_event', 'event_finished', 'no_such_person'],
  reply: z.object({ eventId: rowId }),
})

export const exportAccount = endpoint({
  method: 'GET',
  path: '/api/me/export',
  access: 'verified',
  summary: 'Everything that is known of this person, from every table.',
  refusals: ['no_such_person'],
  reply: readPerson.reply,
})

export const eraseAccount = endpoint({
  method: 'DELETE',
  path: '/api/me',
  access: 'verified',
  summary: 'Erases this person everywhere and ends the session.',
  refusals: ['no_such_person', 'person_changed'],
  /** Under which the outcome is kept. */
  reply: z.object({ number: rowId }),
})
