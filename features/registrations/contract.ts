import { z } from 'zod'
import { answersField } from '#features/form-questions/contract.ts'
import { answersBodyLimit } from '#features/form-questions/rules.ts'
import { endpoint, type ReplyOf } from '#kernel/endpoint.ts'
import {
  company,
  email,
  firstName,
  flag,
  jobTitle,
  lastName,
  limits,
  mobile,
  optionalEventId,
  optionalText,
  questions,
  rowId,
  rowIdInPath,
  byToken,
} from '#kernel/fields.ts'
import { cleanMark, publicPath, type TouchField } from '#kernel/first-touch.ts'
import { registrationTypes, waitlistedType } from '#kernel/values.ts'

/**
 * The path at which the visitor entered the site, such as a partner's landing page; an unknown path is
 * stored as main_form.
 */
const source = optionalText('Source', limits.name)

const mark = z.unknown().optional().transform(cleanMark)

/** Where the visitor came from. Values that do not fit are dropped, not refused. */
const origin = {
  source,
  /** The path of the page at which the visitor entered the site. */
  landingPath: z.unknown().optional().transform(publicPath),
  utm_source: mark,
  utm_medium: mark,
  utm_campaign: mark,
  utm_term: mark,
  utm_content: mark,
  utm_id: mark,
  via: mark,
} satisfies Record<TouchField | 'source' | 'landingPath', z.ZodType>

/**
 * `box` if the form asked for consent by a checkbox; `receiveUpdates` is then whether it was ticked. Omitted by forms
 * with the consent notice.
 */
const consentShown = z
  .literal('box', { error: 'consentShown must be box' })
  .nullish()
  .transform((value) => value ?? undefined)
const receiveUpdates = flag.transform((value) => value ?? false)

/** Whether the person wants a place on the waiting list of each chosen event that is full. */
const waitlist = flag.transform((value) => value ?? false)

/** Body of the call that the registration form of an event sends. */
export const registrationForm = z.object({
  firstName,
  lastName,
  email,
  company,
  jobTitle,
  questions,
  receiveUpdates,
  consentShown,
  receiveEventInvites: flag.transform((value) => value ?? false),
  eventIds: z
    .array(rowId, { error: 'Must be a list of event numbers' })
    .max(50, 'At most 50 events at once')
    .nullish()
    .transform((ids) => [...new Set(ids ?? [])]),
  /** Answers to the organiser's questions, by question id; one for each required question of every event. */
  answers: answersField,
  ...origin,
  waitlist,
})
export type RegistrationForm = z.output<typeof registrationForm>

export const newRegistration = z.object({
  id: rowId,
  eventId: rowId,
  title: z.string(),
  /** `waitlisted`: the event is full, and the person is on its waiting list; `id` is that of the list's entry. */
  registrationType: z.enum([...registrationTypes, waitlistedType]),
})

export const registerForEvents = endpoint('POST /api/register-multi-event', {
  access: 'public',
  summary: 'Registers a person for every chosen event, or for none, in one transaction.',
  body: registrationForm,
  bodyLimit: answersBodyLimit,
  refusals: ['unknown_event', 'event_finished', 'event_cancelled', 'event_full'],
  reply: z.object({
    isExistingUser: z.boolean(),
    newRegistrations: z.array(newRegistration),
    /** Pre-registrations that this call confirmed; omitted if there are none. */
    upgraded: z.array(newRegistration).optional(),
  }),
})
export type RegistrationReply = ReplyOf<typeof registerForEvents>

/** Body of the call that registers a person for the video library. */
export const videoAccessForm = z.object({
  firstName,
  lastName,
  email,
  company,
  jobTitle,
  mobile,
  /** True to register the person for the next event, too. */
  receiveEventInvites: flag.transform((value) => value ?? false),
  receiveUpdates,
  consentShown,
  eventId: optionalEventId,
  ...origin,
  waitlist,
})
export type VideoAccessForm = z.output<typeof videoAccessForm>

export const requestVideoAccess = endpoint('POST /api/video-access', {
  access: 'public',
  summary: 'Grants video access, opens a member session and, on request, registers for an event.',
  body: videoAccessForm,
  refusals: ['unknown_event'],
  reply: z.object({
    videoAccess: z.object({ email: z.string() }),
    isExistingUser: z.boolean(),
    /** Set if the chosen event is full, so that the person is not registered for it. */
    eventStatus: z.literal('full').optional(),
    /** Whether the person is on the full event's waiting list now. */
    isWaitlisted: z.boolean().optional(),
  }),
})

/** Body of the call that asks whether an email is registered. */
export const checkRegistrationForm = z.object({ firstName, email, eventId: optionalEventId })
export type CheckRegistrationForm = z.output<typeof checkRegistrationForm>

export const checkRegistration = endpoint('POST /api/check-registration', {
  access: 'public',
  summary: 'Returns whether an email is registered for the event or, without one, known at all.',
  body: checkRegistrationForm,
  reply: z.object({ exists: z.boolean() }),
})

export const preRegistrationForm = z.object({
  firstName,
  /** Last name, for which only the form on the event's own page asks. */
  lastName: optionalText('Last name'),
  email,
  eventId: optionalEventId,
  receiveUpdates,
  consentShown,
  ...origin,
})
export type PreRegistrationForm = z.output<typeof preRegistrationForm>

export const preRegister = endpoint('POST /api/pre-register', {
  access: 'public',
  summary: 'Registers for one event whose date is not fixed, or for all of them.',
  body: preRegistrationForm,
  refusals: ['unknown_event', 'event_finished', 'event_cancelled', 'event_full'],
  reply: z.object({ firstName: z.string() }),
})

export const futureEventsForm = z.object({
  firstName,
  lastName,
  email,
  eventId: optionalEventId,
  receiveUpdates,
  consentShown,
  ...origin,
})
export type FutureEventsForm = z.output<typeof futureEventsForm>

export const registerForFutureEvents = endpoint('POST /api/register-future-events', {
  access: 'public',
  summary: 'Records interest in future events.',
  body: futureEventsForm,
  refusals: ['unknown_event'],
  reply: z.object({ user: z.object({ firstName: z.string() }) }),
})

export const registrationOffer = z.object({
  /**
   * State of the pre-registration that the link can confirm. `taken`: confirmed already; `undated`: the
   * event's date is no longer confirmed; `full`: all seats are taken; `waiting`: the same, and the person is on
   * the waiting list.
   */
  state: z.enum(['open', 'taken', 'undated', 'over', 'cancelled', 'full', 'waiting']),
  title: z.string(),
  when: z.string().nullable(),
})
export type RegistrationOffer = z.output<typeof registrationOffer>

export const readRegistrationOffer = endpoint('POST /api/seat', {
  access: 'public',
  summary:
    'Returns the event of a confirmation link and whether the seat can be confirmed; changes nothing.',
  body: byToken,
  refusals: ['unknown_link'],
  reply: registrationOffer,
})

export const confirmRegistration = endpoint('POST /api/confirm-seat', {
  access: 'public',
  summary:
    'Turns a pre-registration into a confirmed seat, or into a place on the waiting list of a full event.',
  body: byToken.extend({ waitlist }),
  refusals: [
    'unknown_link',
    'event_cancelled',
    'event_finished',
    'date_not_confirmed',
    'event_full',
  ],
  reply: z.object({
    title: z.string(),
    when: z.string().nullable(),
    isWaitlisted: z.boolean().optional(),
  }),
})

const interestOffer = z.object({
  /**
   * State of the event that the link offers. `taken`: the person is registered already; `closed`: the event
   * is over, or its date is no longer confirmed; `full`: all seats are taken; `waiting`: the person is on the
   * waiting list; `offered`: a seat is reserved for them; `missed`: the offer of a seat has ended, and all
   * seats are taken.
   */
  state: z.enum(['open', 'taken', 'closed', 'cancelled', 'full', 'waiting', 'offered', 'missed']),
  title: z.string(),
  when: z.string().nullable(),
  /** Until when the seat is reserved, in the site's display zone; null if none is. */
  offerEnds: z.string().nullable(),
})
export type InterestOffer = z.output<typeof interestOffer>

export const readInterestOffer = endpoint('POST /api/interest', {
  access: 'public',
  summary: 'Returns the event that a mail about an opened registration offers; changes nothing.',
  body: byToken,
  refusals: ['unknown_link'],
  reply: interestOffer,
})

const interestAnswer = z.enum(['take_part', 'ignore', 'end', 'join_list', 'leave_list'])
export type InterestAnswer = z.output<typeof interestAnswer>

export const answerInterest = endpoint('POST /api/answer-interest', {
  access: 'public',
  summary:
    'Registers for the event of such a mail, skips it, ends mails about future events, or joins or leaves the waiting list.',
  body: byToken.extend({ answer: interestAnswer }),
  refusals: ['unknown_link', 'event_cancelled', 'event_finished', 'event_full'],
  reply: z.object({ title: z.string(), when: z.string().nullable() }),
})

export const confirmForPerson = endpoint('POST /api/admin/registrations/:id/take-seat', {
  access: 'editor',
  summary:
    'Confirms the seat of a pre-registered person, and notifies them; also if the event is full.',
  params: z.object({ id: rowIdInPath }),
  refusals: ['unknown_link', 'event_finished', 'event_cancelled', 'date_not_confirmed'],
  reply: z.object({
    title: z.string(),
    when: z.string().nullable(),
    /** Number of seats that the event has given beyond its capacity; absent if none. */
    overCapacity: z.int().optional(),
  }),
})
