import { z } from 'zod'
import { audienceKinds } from '#kernel/audience-kinds.ts'
import { audience, storedAudience } from '#kernel/audience.ts'
import { endpoint } from '#kernel/endpoint.ts'
import {
  countsOf,
  email,
  instant,
  limits,
  ofPerson,
  optionalEventId,
  optionalText,
  personKey,
  requiredText,
  rowId,
  rowIdInPath,
} from '#kernel/fields.ts'
import { withPlaceholders, placeholderNames } from '#kernel/placeholders.ts'
import {
  announcementStates,
  announcementTopics,
  outboxEntryStates,
  recipientStates,
} from '#kernel/values.ts'
import { announcementLimits } from './rules.ts'

const written = {
  topic: z.enum(announcementTopics, 'topic must be event or news'),
  /** Id of the event that placeholders refer to; with the topic `event`, only people of that event are recipients. */
  eventId: optionalEventId,
  audience,
  subject: withPlaceholders(
    requiredText('Subject', 'Please write a subject', announcementLimits.subject),
  ),
  /** Text in Markdown: headings, lists, links, emphasis, uploaded pictures. */
  body: withPlaceholders(requiredText('Body', 'Please write a text', announcementLimits.body)),
}

/** Recipients per state; together they are `total`, all approved recipients. `skipped` includes erased people. */
const counts = countsOf(['total', ...recipientStates] as const)
export type AnnouncementCounts = z.output<typeof counts>

const summary = z.object({
  id: rowId,
  topic: z.enum(announcementTopics),
  eventId: rowId.nullable(),
  eventTitle: z.string().nullable(),
  subject: z.string(),
  state: z.enum(announcementStates),
  /** Time at which sending begins or began; null until the announcement is approved. */
  at: instant.nullable(),
  approvedAt: instant.nullable(),
  createdAt: instant,
  updatedAt: instant,
  counts,
})
export type AnnouncementSummary = z.output<typeof summary>

const announcement = summary.extend({
  audience: storedAudience,
  body: z.string(),
  /** The latest test mail; `isCurrent`: it had the current text. Approval needs a current test that did not fail. */
  test: z
    .object({
      to: z.string(),
      isCurrent: z.boolean(),
      state: z.enum(outboxEntryStates),
      lastError: z.string().nullable(),
      sentAt: instant.nullable(),
    })
    .nullable(),
  /** True if sending waits because the announcement's event is no longer published. */
  waitsForPublishing: z.boolean(),
  /** Sending rate; null unless the announcement is being sent. */
  pace: z
    .object({
      /** Mails per second of all announcements together: `perSecond` is the maximum, `now` the current rate. */
      perSecond: z.number(),
      now: z.number(),
      /** End of a pause in sending, in which the mail server accepts no more mails; null if there is no pause. */
      closedUntil: instant.nullable(),
      endsAt: instant.nullable(),
    })
    .nullable(),
})
export type Announcement = z.output<typeof announcement>

const instantNamed = (name: string) =>
  z.iso.datetime({
    offset: true,
    error: `${name} must be an instant, such as 2027-03-11T17:00:00Z`,
  })
const ofDraft = ['no_such_announcement', 'announcement_approved'] as const
const byId = z.object({ id: rowIdInPath })
const wholeNumber = (name: string, most: number) =>
  z.coerce.number({ error: `${name} must be a number` }).pipe(z.int().min(1).max(most))
const page = wholeNumber('page', 100_000).default(1)
const limit = wholeNumber('limit', 1000)
const ofEvent = rowIdInPath.optional()

const meant = {
  audience,
  /** With the topic `news`, only people who opted in to updates are in the audience. */
  topic: z.enum(announcementTopics, 'topic must be event or news').optional(),
}
const listedPerson = z.object({ personKey: z.string(), email: z.string(), name: z.string() })

export const countAudience = endpoint('POST /api/admin/audiences/count', {
  access: 'viewer',
  summary: 'Counts the people of an audience; as news, those of them who get it.',
  body: z.object(meant),
  refusals: ['unknown_event'],
  reply: z.object({ count: z.int() }),
})

export const listAudience = endpoint('POST /api/admin/audiences/people', {
  access: 'viewer',
  summary: 'Lists the people of an audience by address, in pages.',
  body: z.object({
    ...meant,
    /** Words to find in the person's name or email. */
    search: optionalText('Search', limits.email),
    page: z.int().min(1).max(100_000).default(1),
    limit: z.int().min(1).max(500).default(50),
  }),
  refusals: ['unknown_event'],
  reply: z.object({ people: z.array(listedPerson), total: z.int() }),
})

export const listAudiences = endpoint('GET /api/admin/audiences', {
  access: 'viewer',
  summary: 'Counts the people of each audience, with and without an event.',
  query: z.object({ eventId: ofEvent }),
  refusals: ['unknown_event'],
  reply: z.object({
    audiences: z.array(
      z.object({ kind: z.enum(audienceKinds), eventId: rowId.nullable(), count: z.int() }),
    ),
    /** Number of the event's crew members; null if no event is given. */
    crew: z.int().nullable(),
  }),
})

export const listAnnouncements = endpoint('GET /api/admin/announcements', {
  access: 'viewer',
  summary: 'Lists announcements, newest first, in pages: all, or those about one event.',
  query: z.object({ eventId: ofEvent, page, limit: wholeNumber('limit', 100).default(20) }),
  reply: z.object({ announcements: z.array(summary), total: z.int() }),
})

export const createAnnouncement = endpoint('POST /api/admin/announcements', {
  access: 'editor',
  summary: 'Creates an announcement as a draft.',
  body: z.object(written),
  bodyLimit: announcementLimits.bytes,
  refusals: ['unknown_event'],
  reply: announcement,
})
export type WrittenAnnouncement = z.output<typeof createAnnouncement.body>

export const readAnnouncement = endpoint('GET /api/admin/announcements/:id', {
  access: 'viewer',
  summary: 'Returns an announcement with its progress.',
  params: byId,
  refusals: ['no_such_announcement'],
  reply: announcement,
})

export const changeAnnouncement = endpoint('PATCH /api/admin/announcements/:id', {
  access: 'editor',
  summary: 'Changes a draft; omitted fields stay unchanged. An eventId of null removes the event.',
  params: byId,
  /** `updatedAt` of the draft that was edited; the call is refused if another administrator has changed it since. */
  body: z
    .object({ ...written, eventId: rowId.nullable(), updatedAt: instantNamed('updatedAt') })
    .partial(),
  bodyLimit: announcementLimits.bytes,
  refusals: [...ofDraft, 'announcement_changed', 'unknown_event'],
  reply: announcement,
})

export const deleteAnnouncement = endpoint('DELETE /api/admin/announcements/:id', {
  access: 'editor',
  summary: 'Deletes a draft.',
  params: byId,
  refusals: [...ofDraft],
  reply: z.object({ id: rowId }),
})

export const previewAnnouncement = endpoint('POST /api/admin/announcements/:id/preview', {
  access: 'viewer',
  summary: 'Renders the mail as a person of the audience gets it; its links are invalid.',
  params: byId,
  /** `personKey` of the recipient to preview; by default the first recipient. */
  body: z.object({ personKey: personKey.nullish() }),
  refusals: ['no_such_announcement', 'no_such_person'],
  reply: z.object({
    /** The previewed recipient; null if the audience is empty, in which case the mail addresses no one by name. */
    person: listedPerson.nullable(),
    subject: z.string(),
    html: z.string(),
    text: z.string(),
    htmlBytes: z.int().optional(),
    /** Placeholders without a value for this person, with the text that replaces each. */
    fallbacks: z.array(z.object({ placeholder: z.enum(placeholderNames), words: z.string() })),
    /** Links and pictures that were removed from the mail because they are not allowed, with the reason. */
    notes: z.array(z.string()),
  }),
})

export const testAnnouncement = endpoint('POST /api/admin/announcements/:id/test', {
  access: 'editor',
  summary: 'Sends a test to one address, which approval requires.',
  params: byId,
  body: z.object({ to: email }),
  refusals: ['no_such_announcement'],
  reply: announcement,
})

export const approveAnnouncement = endpoint('POST /api/admin/announcements/:id/approve', {
  access: 'editor',
  summary: 'Sends it to its audience, now or later; a repeated call sends it to new people only.',
  params: byId,
  body: z.object({
    /** Number of recipients that the administrator saw: the audience, or only new people if it was sent before. */
    count: z.int('count must be a number').min(0),
    at: instantNamed('at').nullish(),
  }),
  refusals: ['no_such_announcement', 'announcement_untested', 'audience_changed'],
  reply: announcement,
})

export const countNewcomers = endpoint('GET /api/admin/announcements/:id/newcomers', {
  access: 'viewer',
  summary: 'Counts the people whom approving it would add: for a draft, the whole audience.',
  params: byId,
  refusals: ['no_such_announcement'],
  reply: z.object({ count: z.int() }),
})

export const stopAnnouncement = endpoint('POST /api/admin/announcements/:id/stop', {
  access: 'editor',
  summary: 'Stops sending. Mails that the mail server has already are counted as sent.',
  params: byId,
  refusals: ['no_such_announcement', 'announcement_not_approved'],
  reply: announcement,
})

export const resumeAnnouncement = endpoint('POST /api/admin/announcements/:id/resume', {
  access: 'editor',
  summary: 'Resumes a stopped announcement.',
  params: byId,
  refusals: ['no_such_announcement', 'announcement_not_approved'],
  reply: announcement,
})

export const retryAnnouncement = endpoint('POST /api/admin/announcements/:id/try-again', {
  access: 'editor',
  summary: 'Retries failed mails; mails in doubt can only be retried individually.',
  params: byId,
  refusals: ['no_such_announcement', 'announcement_not_approved'],
  reply: z.object({ mails: z.int() }),
})

export const listRecipients = endpoint('GET /api/admin/announcements/:id/recipients', {
  access: 'viewer',
  summary: 'Lists the result for each person, in pages; all, or those in one state.',
  params: byId,
  query: z.object({
    state: z.enum(recipientStates, `state must be one of ${recipientStates.join(', ')}`).optional(),
    page,
    limit: limit.default(100),
    /** `id` of the last recipient read, 0 for the first call. Faster than `page`, but the reply has no total. */
    after: z.coerce.number('after must be a number').pipe(z.int().min(0)).optional(),
  }),
  refusals: ['no_such_announcement'],
  reply: z.object({
    recipients: z.array(
      z.object({
        /** Id of the recipient's outbox entry, which may have been deleted since. */
        id: rowId,
        ...ofPerson,
        /** Null if the person was erased or merged with another recipient. */
        email: z.string().nullable(),
        name: z.string(),
        state: z.enum(recipientStates),
        /** Why the mail was skipped, or the error of the last attempt. */
        reason: z.string().nullable(),
        attempts: z.int(),
        triedAt: instant.nullable(),
        sentAt: instant.nullable(),
        /** The mail server's reply to the last attempt. */
        answer: z.string().nullable(),
      }),
    ),
    /** Number of recipients in the requested state; null if `after` is given. */
    total: z.int().nullable(),
    counts: counts.nullable(),
  }),
})
