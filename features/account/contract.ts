import { z } from 'zod'
import { answersField } from '#features/form-questions/contract.ts'
import { answersBodyLimit } from '#features/form-questions/rules.ts'
import { bounce, readPerson } from '#features/people/contract.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { flag, instant, rowId, rowIdInPath } from '#kernel/fields.ts'
import { formQuestion } from '#kernel/form-questions.ts'
import {
  eventStatuses,
  registrationTypes,
  seriesStates,
  topics,
  waitlistStates,
} from '#kernel/values.ts'

const ownEvent = z.object({
  /** Id of the registration, or of the entry on the waiting list. */
  id: rowId,
  eventId: rowId,
  title: z.string(),
  /** Slug of the event's page, `/events/{slug}`. */
  slug: z.string(),
  /** Date and time of the event in the site's display zone; null if the date is open. */
  when: z.string().nullable(),
})
export type OwnEvent = z.output<typeof ownEvent>

const ownRegistration = ownEvent.extend({
  status: z.enum(eventStatuses),
  isCancelled: z.boolean(),
  registrationType: z.enum(registrationTypes),
  /** URL path of the person's join link, `/join/{token}`; null once the event is over. */
  joinPath: z.string().nullable(),
  /** Questions of the registration form that the person has not answered; none once the event is over. */
  openQuestions: z.array(formQuestion),
})

/** A full event for which the person waits for a seat. */
const ownPlace = ownEvent.extend({
  state: z.enum(waitlistStates),
  /** Until when a seat is reserved, in the site's display zone; null if none is. */
  offerEnds: z.string().nullable(),
})

export const getAccount = endpoint('GET /api/me', {
  access: 'verified',
  summary:
    "Returns everything stored about the person to whom this session's verified email belongs.",
  reply: z.object({
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    registrations: z.array(ownRegistration),
    waitlist: z.array(ownPlace),
    /** Whether the person is registered for every event; `pending`: until they confirm it. */
    seriesRegistration: z.enum(seriesStates),
    /** Events that the person wants news of; a title of null means all future events. */
    interests: z.array(z.object({ title: z.string().nullable(), createdAt: instant })),
    /** For each topic of mail, true if the person receives it. */
    topics: z.record(z.enum(topics), z.boolean()),
    /** The bounce because of which no mail is sent to this person; null if mail is sent. */
    bounce: bounce.nullable(),
    watched: z.array(z.object({ title: z.string(), watchedShare: z.number(), updatedAt: instant })),
  }),
})

export const changeOwnTopics = endpoint('PUT /api/me/topics', {
  access: 'verified',
  summary:
    'Subscribes or unsubscribes this person by topic of mail; omitted topics stay unchanged.',
  body: z.object({ news: z.boolean().optional(), reminders: z.boolean().optional() }),
  reply: z.object({ topics: z.record(z.enum(topics), z.boolean()) }),
})

export const endOwnInterest = endpoint('DELETE /api/me/interests', {
  access: 'verified',
  summary: 'Ends mails about future events to this person.',
  reply: z.object({ interests: z.array(z.never()) }),
})

export const cancelOwnRegistration = endpoint('DELETE /api/me/registrations/:id', {
  access: 'verified',
  summary: 'Cancels a registration of this person, who can restore it.',
  params: z.object({ id: rowIdInPath }),
  refusals: ['no_such_registration'],
  reply: z.object({ id: rowId, eventId: rowId }),
})

export const takeBackRegistration = endpoint('POST /api/me/registrations', {
  access: 'verified',
  summary: 'Restores a cancelled registration of this person; Zoom approves the seat again.',
  body: z.object({ eventId: rowId, waitlist: flag.transform((value) => value ?? false) }),
  refusals: ['unknown_event', 'event_finished', 'event_cancelled', 'event_full', 'no_such_person'],
  reply: z.object({ eventId: rowId }),
})

export const answerFormQuestions = endpoint('PUT /api/me/registrations/:id/answers', {
  access: 'verified',
  summary:
    "Stores this person's answers to the questions of the registration form; required ones must be answered.",
  params: z.object({ id: rowIdInPath }),
  body: z.object({ answers: answersField }),
  bodyLimit: answersBodyLimit,
  refusals: ['no_such_registration', 'unknown_event', 'event_finished', 'event_cancelled'],
  reply: z.object({ openQuestions: z.array(formQuestion) }),
})

export const leaveOwnWaitlist = endpoint('DELETE /api/me/waitlist/:id', {
  access: 'verified',
  summary: 'Removes this person from the waiting list of an event.',
  params: z.object({ id: rowIdInPath }),
  refusals: ['no_such_registration'],
  reply: z.object({ id: rowId, eventId: rowId }),
})

export const exportAccount = endpoint('GET /api/me/export', {
  access: 'verified',
  summary: 'Exports everything stored about this person, from every table.',
  refusals: ['no_such_person'],
  reply: readPerson.reply,
})

export const eraseAccount = endpoint('DELETE /api/me', {
  access: 'verified',
  summary: 'Erases this person everywhere and ends the session.',
  refusals: ['no_such_person', 'person_changed'],
  reply: z.object({ number: rowId }),
})
