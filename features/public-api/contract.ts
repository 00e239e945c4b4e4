import { z } from 'zod'
import { eventBodyLimit, eventForm, eventChanges } from '#features/events/contract.ts'
import { registrationForm } from '#features/registrations/contract.ts'
import { answersBodyLimit } from '#features/form-questions/rules.ts'
import { eventRegistrationRow, reports } from '#features/reports/contract.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { adminEvent } from '#kernel/event-shapes.ts'
import { flag, instant, personKey, rowId, rowIdInPath } from '#kernel/fields.ts'
import { formAnswer } from '#kernel/form-questions.ts'
import { registrationTypes, waitlistedType } from '#kernel/values.ts'

/**
 * The public API, called with an API key. Later releases may add fields to /api/v1, but never rename or remove one.
 */

const limitMessage = 'limit must be a number from 1 to 100'
const cursorMessage = 'cursor must be the nextCursor of a page before'

/** Position in a list: `after-` and the id of the last row of the previous page. */
const cursor = z
  .string({ error: cursorMessage })
  .regex(/^after-\d{1,10}$/, cursorMessage)
  .transform((text) => Number(text.slice('after-'.length)))
  .refine((id) => id <= 2147483647, cursorMessage)

export function cursorAfter(id: number): string {
  return `after-${id}`
}

const page = {
  limit: z.coerce
    .number({ error: limitMessage })
    .int(limitMessage)
    .min(1, limitMessage)
    .max(100, limitMessage)
    .default(50),
  cursor: cursor.optional(),
}

/**
 * Returns the schema of a page of rows in order of creation, so that rows created meanwhile appear on later pages.
 */
const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({
    data: z.array(row),
    /** Value of `cursor` for the next page; null on the last page. */
    nextCursor: z.string().nullable(),
  })

const shared = adminEvent.shape

/** An event in the public API, without any link to its recording or meeting room. */
export const apiEvent = z.object({
  id: shared.id,
  slug: shared.slug,
  title: shared.title,
  /** Calendar date of the event in the series' time zone, yyyy-MM-dd. */
  date: shared.eventDate,
  /** Start of the event; null while its time is not known. */
  startsAt: instant.nullable(),
  endsAt: instant.nullable(),
  speakerName: shared.speakerName,
  speakerTitle: shared.speakerTitle,
  description: shared.description,
  featureImage: shared.featureImage,
  bannerImage: shared.bannerImage,
  /** Status of the event now: an event whose end has passed is completed. */
  status: shared.status,
  dateConfirmed: shared.dateConfirmed,
  capacity: shared.capacity,
  seatsLeft: shared.seatsLeft,
  isLive: shared.isLive,
  priority: shared.priority,
  hasRecording: shared.hasRecording,
  /**
   * For an event that visitors cannot see: the planned time of publication, or `draft`. For others: the time of
   * publication, or null.
   */
  publishAt: shared.publishAt,
  cancelledAt: shared.cancelledAt,
  /** The questions that the event's registration form asks, to name the answers; absent without any. */
  formQuestions: shared.formQuestions,
  createdAt: shared.createdAt,
  updatedAt: shared.updatedAt,
})
export type ApiEvent = z.output<typeof apiEvent>

export const listApiEvents = endpoint('GET /api/v1/events', {
  access: { scope: 'events:read' },
  summary: 'Lists all events by id, including drafts and cancelled ones, one page at a time.',
  query: z.object(page),
  reply: pageOf(apiEvent),
})

export const getApiEvent = endpoint('GET /api/v1/events/:id', {
  access: { scope: 'events:read' },
  summary: 'Returns an event by its id.',
  params: z.object({ id: rowIdInPath }),
  refusals: ['no_such_event'],
  reply: apiEvent,
})

const moment = (label: string) =>
  z.iso
    .datetime({ offset: true, error: `${label} must be an ISO 8601 instant, or null` })
    .refine((text) => !Number.isNaN(Date.parse(text)), `${label} is no moment that there is`)
    .transform((text) => new Date(text).toISOString())
    .nullish()

const written = eventForm.omit({ eventDate: true, eventTime: true, eventEndTime: true }).shape
const changed = eventChanges.omit({ eventDate: true, eventTime: true, eventEndTime: true }).shape
const times = {
  /** Date of an event whose time is not known; ignored if `startsAt` is set. */
  date: eventForm.shape.eventDate,
  startsAt: moment('startsAt'),
  endsAt: moment('endsAt'),
}

export const apiEventForm = z.object({ ...written, ...times })
export type ApiEventForm = z.output<typeof apiEventForm>

export const createApiEvent = endpoint('POST /api/v1/events', {
  access: { scope: 'events:write' },
  isRepeatable: true,
  summary: 'Creates an event; with `publishAt` "draft" it is hidden until it is published.',
  body: apiEventForm,
  bodyLimit: eventBodyLimit,
  reply: apiEvent,
})

export const apiEventChanges = z.object({ ...changed, ...times })
export type ApiEventChanges = z.output<typeof apiEventChanges>

export const changeApiEvent = endpoint('PATCH /api/v1/events/:id', {
  access: { scope: 'events:write' },
  isRepeatable: true,
  summary:
    'Changes an event; with `updatedAt` only if it has not changed since. Resulting mails wait two minutes.',
  params: z.object({ id: rowIdInPath }),
  body: apiEventChanges,
  bodyLimit: eventBodyLimit,
  refusals: ['no_such_event', 'event_changed_since', 'event_has_registrations'],
  reply: apiEvent,
})

const row = eventRegistrationRow.shape

export const apiRegistration = z.object({
  id: row.id,
  eventId: row.eventId,
  /** Permanent id of the person, the same in all their registrations even if their email changes. */
  personKey: personKey.nullable(),
  firstName: row.firstName,
  lastName: row.lastName,
  email: row.email,
  company: row.company,
  jobTitle: row.jobTitle,
  registrationType: row.registrationType,
  /** Source of the registration: the path of the page with the form, `import` or `api`. */
  source: z.string(),
  /** Answers to the questions of the registration form, by question id. */
  answers: z.record(z.string(), formAnswer),
  createdAt: row.createdAt,
})
export type ApiRegistration = z.output<typeof apiRegistration>

export const listApiRegistrations = endpoint('GET /api/v1/registrations', {
  access: { scope: 'registrations:read' },
  summary: 'Lists registrations by id, of one event or of all, one page at a time.',
  query: z.object({
    ...page,
    eventId: z.coerce
      .number({ error: 'eventId must be the number of an event' })
      .pipe(rowId)
      .optional(),
  }),
  reply: pageOf(apiRegistration),
})

export const getApiRegistration = endpoint('GET /api/v1/registrations/:id', {
  access: { scope: 'registrations:read' },
  summary: 'Returns a registration by its id.',
  params: z.object({ id: rowIdInPath }),
  refusals: ['no_such_registration'],
  reply: apiRegistration,
})

const form = registrationForm.shape

/** Fields of the registration form for one event, with the same consent wording. */
export const apiRegistrationForm = z.object({
  firstName: form.firstName,
  lastName: form.lastName,
  email: form.email,
  company: form.company,
  jobTitle: form.jobTitle,
  questions: form.questions,
  /** Set `receiveUpdates` only if the person has agreed to the wording in the registration form of the site. */
  receiveUpdates: flag.transform((value) => value ?? false),
  receiveEventInvites: flag.transform((value) => value ?? false),
  eventId: rowId,
  /** Answers to the event's form questions, by question id; none is required. */
  answers: form.answers,
  /** Whether the person wants a place on the waiting list if the event is full. */
  waitlist: form.waitlist,
})
export type ApiRegistrationForm = z.output<typeof apiRegistrationForm>

export const createApiRegistration = endpoint('POST /api/v1/registrations', {
  access: { scope: 'registrations:write' },
  isRepeatable: true,
  summary:
    'Registers a person for an event and sends the confirmation, as the form of the site does.',
  body: apiRegistrationForm,
  bodyLimit: answersBodyLimit,
  refusals: ['unknown_event', 'event_finished', 'event_cancelled', 'event_full'],
  /** Contains no personal data, because a key with the scope to write may lack the scope to read. */
  reply: z.object({
    id: rowId,
    eventId: rowId,
    personKey: personKey.nullable(),
    /** `waitlisted`: the event is full, and the person is on its waiting list; `id` is that of the list's entry. */
    registrationType: z.enum([...registrationTypes, waitlistedType]),
    /** False if the person was already registered for this event. */
    isNew: z.boolean(),
    createdAt: instant,
  }),
})

const watched = reports.shape.watched.element.omit({ eventId: true })
const attendance = reports.shape.attendance.element.pick({
  came: true,
  minutes: true,
  knownBy: true,
})

export const apiFigures = z.object({
  eventId: rowId,
  title: z.string(),
  confirmed: z.int(),
  preRegistered: z.int(),
  /** Attendance of the event; null before it begins and without attendance data. */
  attendance: attendance.nullable(),
  /** Watch statistics of the recording; null if no viewer has watched it. */
  watched: watched.nullable(),
})
export type ApiFigures = z.output<typeof apiFigures>

export const listApiFigures = endpoint('GET /api/v1/figures', {
  access: { scope: 'figures:read' },
  summary:
    'Lists statistics per event: registrations, attendance and watching, one page at a time.',
  query: z.object(page),
  reply: pageOf(apiFigures),
})
