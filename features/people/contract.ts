import { z } from 'zod'
import { answerColumns, answersOfRow, givenAnswer } from '#features/form-questions/contract.ts'
import { placeOfPerson } from '#features/waitlist/contract.ts'
import { endpoint } from '#kernel/endpoint.ts'
import {
  instant,
  limits,
  optionalText,
  rowId,
  rowIdInPath,
  email,
  firstName,
  lastName,
  personKey,
} from '#kernel/fields.ts'
import { mailKinds } from '#kernel/mail-kinds.ts'
import {
  crewRoles,
  outboxEntryStates,
  topics,
  memberStates,
  webinarSeatStates,
  timelineEntries,
  importKinds,
  registrationTypes,
  questionStates,
} from '#kernel/values.ts'
import { mostPeopleAtOnce, peopleOrders, peoplePageSize } from './rules.ts'

const yesOrNo = z.enum(['yes', 'no'], { error: 'Must be yes or no' }).optional()

const personRow = z.object({
  key: personKey,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  company: z.string(),
  jobTitle: z.string(),
  registrations: z.int(),
  /** True if mails to the person bounced, so that Greenroom sends them none. */
  bounced: z.boolean(),
  ...answersOfRow,
  createdAt: instant,
})
export type PersonRow = z.output<typeof personRow>

export const listPeople = endpoint('GET /api/admin/people', {
  access: 'viewer',
  summary: `Lists everyone whose email is known, newest first, ${peoplePageSize} per page by default.`,
  query: z.object({
    /** Words to search for. Each word must occur in the person's name, email or company. */
    search: optionalText('Search', limits.email),
    page: z.coerce.number({ error: 'page must be a number' }).int().min(1).max(100_000).default(1),
    limit: z.coerce
      .number({ error: 'limit must be a number' })
      .int()
      .min(1)
      .max(mostPeopleAtOnce)
      .default(peoplePageSize),
    sort: z.enum(peopleOrders, `sort must be one of ${peopleOrders.join(', ')}`).default('newest'),
    /** Only people who registered for this event; the filters below then concern this event. */
    event: rowIdInPath.optional(),
    /** `yes`: people who cancelled a registration and did not register for the event again. */
    cancelled: yesOrNo,
    /** `yes`: people who opted in to updates and have not unsubscribed. */
    consent: yesOrNo,
    /** `yes`: attended an event; `no`: has a confirmed registration for an event that took place, and attended none. */
    came: yesOrNo,
    watched: yesOrNo,
    /** `yes`: people to whom no mail is sent, because mails to them bounced. */
    bounced: yesOrNo,
  }),
  reply: z.object({ people: z.array(personRow), total: z.int(), ...answerColumns }),
})
export type PeopleFilter = z.output<typeof listPeople.query>

const registration = z.object({
  id: rowId,
  eventId: rowId,
  eventTitle: z.string(),
  registrationType: z.enum(registrationTypes),
  registrationSource: z.string(),
  questions: z.string(),
  receiveUpdates: z.boolean(),
  receiveEventInvites: z.boolean(),
  createdAt: instant,
  /** The person's registration at Zoom; null if none was made or attempted. */
  seat: z
    .object({
      state: z.enum(webinarSeatStates),
      lastError: z.string().nullable(),
      seatedAt: instant.nullable(),
      triedAt: instant.nullable(),
      attendedAt: instant.nullable(),
    })
    .nullable(),
  /** Use of the person's join link, to a webinar or a meeting room; null if never used. */
  joined: z.object({ joinCount: z.int(), firstJoinedAt: instant }).nullable(),
  hasAttended: z.boolean(),
  /** Minutes in the webinar; null without attendance data, which meeting rooms never have. */
  stayedMinutes: z.int().nullable(),
})

const outboxEntry = z.object({
  id: rowId,
  /** Id of the outbox entry in whose mail this entry was included; null if it has its own mail. */
  carriedBy: rowId.nullable(),
  kind: z.enum(mailKinds),
  eventId: rowId.nullable(),
  eventTitle: z.string().nullable(),
  /** Subject of the mail if it is an announcement; null for other mails. */
  subject: z.string().nullable(),
  state: z.enum(outboxEntryStates),
  lastError: z.string().nullable(),
  triedAt: instant.nullable(),
  sentAt: instant.nullable(),
  createdAt: instant,
})

export const bounce = z.object({
  /** True for a hard bounce; after a soft bounce, a new registration resumes mails. */
  isLasting: z.boolean(),
  /** The text with which the recipient's mail server rejected the mail. */
  reason: z.string(),
  notedAt: instant,
})

const facts = z.object({
  mobile: z.string(),
  linkedin: z.string(),
  interests: z.array(z.string()),
  questions: z.string(),
  /** True for registrants and imported attendees; false for mere viewers of recordings and crew. */
  isRegistered: z.boolean(),
  registrations: z.array(registration),
  waitlist: z.array(placeOfPerson),
  /** The person's registration for every event; empty without one. `verifiedAt` is null while it is pending. */
  seriesRegistrations: z.array(z.object({ requestedAt: instant, verifiedAt: instant.nullable() })),
  /** Questions to the guest, from a registration form or the question board, newest first. */
  asked: z.array(
    z.object({
      eventTitle: z.string(),
      text: z.string(),
      state: z.enum(questionStates),
      createdAt: instant,
    }),
  ),
  formAnswers: z.array(givenAnswer),
  videoAccess: z.array(
    z.object({ eventTitle: z.string().nullable(), videoTitle: z.string(), createdAt: instant }),
  ),
  crew: z.array(
    z.object({
      eventId: rowId,
      eventTitle: z.string(),
      role: z.enum(crewRoles),
      createdAt: instant,
    }),
  ),
  futureEvents: z.array(z.object({ eventTitle: z.string().nullable(), createdAt: instant })),
  consents: z.array(
    z.object({
      receiveUpdates: z.boolean(),
      receiveEventInvites: z.boolean(),
      source: z.string(),
      wordingVersion: z.string(),
      /** The exact text that the form showed; null if another program showed its own. */
      wording: z.string().nullable(),
      givenAt: instant,
      addressVerifiedAt: instant.nullable(),
    }),
  ),
  unsubscriptions: z.array(z.object({ topic: z.enum(topics), createdAt: instant })),
  deliveries: z.array(outboxEntry),
  /** The bounce because of which no mail is sent to the person; null if mail is sent. */
  bounce: bounce.nullable(),
  mailingList: z
    .object({
      state: z.enum(memberStates),
      lastError: z.string().nullable(),
      syncedAt: instant.nullable(),
    })
    .nullable(),
  watched: z.array(
    z.object({
      eventTitle: z.string(),
      watchedShare: z.number(),
      /** Position at which playback resumes, in seconds from the start of the recording. */
      position: z.number(),
      isVerified: z.boolean(),
      updatedAt: instant,
    }),
  ),
  visits: z.object({ visits: z.int(), watches: z.int(), lastAt: instant.nullable() }),
  sessions: z.array(z.object({ isVerified: z.boolean(), createdAt: instant, lastUsedAt: instant })),
  imports: z.array(
    z.object({ batchId: z.string(), kind: z.enum(importKinds), startedAt: instant }),
  ),
})

/** One entry of a person's timeline, newest first; `text` describes it to the organiser. */
const timelineEntry = z.object({ at: instant, what: z.enum(timelineEntries), text: z.string() })
export type TimelineEntry = z.output<typeof timelineEntry>

const person = personRow.omit({ registrations: true, bounced: true }).extend({
  ...facts.shape,
  timeline: z.array(timelineEntry),
})
export type Person = z.output<typeof person>

/** A person's data from tables other than their own row. */
export type PersonFacts = Omit<
  z.output<typeof facts>,
  'mobile' | 'linkedin' | 'interests' | 'questions' | 'isRegistered'
>

export const readPerson = endpoint('GET /api/admin/people/:key', {
  access: 'viewer',
  summary: 'Returns everything stored about a person, with a timeline.',
  params: z.object({ key: personKey }),
  refusals: ['no_such_person'],
  reply: person,
})

export const cancelRegistration = endpoint('DELETE /api/admin/registrations/:id', {
  access: 'editor',
  summary: 'Cancels a registration with its seat, its mailing-list group and its unsent mails.',
  params: z.object({ id: rowIdInPath }),
  refusals: ['no_such_registration'],
  reply: z.object({ id: rowId, eventId: rowId }),
})

export const unsubscribePerson = endpoint('POST /api/admin/people/:key/unsubscribe', {
  access: 'editor',
  summary: 'Unsubscribes a person from news or reminders; only they can subscribe again.',
  params: z.object({ key: personKey }),
  body: z.object({ topics: z.array(z.enum(topics)).min(1, 'Say from what: news or reminders') }),
  refusals: ['no_such_person'],
  reply: z.object({ topics: z.array(z.enum(topics)) }),
})

export const removeBounce = endpoint('DELETE /api/admin/people/:key/bounce', {
  access: 'editor',
  summary: 'Removes the bounce mark of an address, so that mails are sent again.',
  params: z.object({ key: personKey }),
  refusals: ['no_such_person'],
  reply: z.object({ key: personKey }),
})

export const exportPerson = endpoint('GET /api/admin/people/:key/export', {
  access: 'editor',
  summary: 'Exports everything stored about a person, with a description of each part.',
  params: z.object({ key: personKey }),
  refusals: ['no_such_person', 'person_changed'],
  reply: z.object({
    madeAt: instant,
    parts: z.array(
      z.object({
        name: z.string(),
        /** Description of the exported section, written for the person. */
        what: z.string(),
        rows: z.array(z.record(z.string(), z.unknown())),
      }),
    ),
  }),
})

const plan = z.object({
  key: z.string(),
  /** True if the call was a dry run, which wrote nothing. */
  isDryRun: z.boolean(),
  /** What the change does in each table, in words, and the number of affected rows. */
  steps: z.array(z.object({ what: z.string(), rows: z.int() })),
})
export type PersonPlan = z.output<typeof plan>
const dryRun = z.object({ dryRun: z.enum(['0', '1']).optional() })

export const changePerson = endpoint('PATCH /api/admin/people/:key', {
  access: 'editor',
  summary: 'Corrects names or email of a person; if another person has the email, offers a merge.',
  params: z.object({ key: personKey }),
  query: dryRun,
  body: z.object({
    firstName: firstName.optional(),
    lastName: lastName.optional(),
    email: email.optional(),
  }),
  refusals: ['no_such_person', 'person_changed', 'email_taken'],
  reply: plan,
})

export const mergePerson = endpoint('POST /api/admin/people/:key/merge', {
  access: 'editor',
  summary: 'Merges this person into another one, who keeps key and email.',
  params: z.object({ key: personKey }),
  query: dryRun,
  body: z.object({ into: personKey }),
  refusals: ['no_such_person', 'person_changed', 'same_person'],
  reply: plan,
})
