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
  /** The event that placeholders are about; with the topic `event`, whose people it is for. */
  eventId: optionalEventId,
  audience,
  subject: withPlaceholders(
    requiredText('Subject', 'Please write a subject', announcementLimits.subject),
  ),
  /** Markdown: headings, lists, links, emphasis, uploaded pictures. */
  body: withPlaceholders(requiredText('Body', 'Please write a text', announcementLimits.body)),
}

/** They always add up to `total`, the number approved. `skipped`: left out, erased people among them. */
const counts = countsOf(['total', ...recipientStates] as const)
export type AnnouncementCounts = z.output<typeof counts>

const summary = z.object({
  id: rowId,
  topic: z.enum(announcementTopics),
  eventId: rowId.nullable(),
  eventTitle: z.string().nullable(),
  subject: z.string(),
  state: z.enum(announcementStates),
  /** When it begins, or began, to go; null while nobody approved it. */
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
  /** The latest test; `isCurrent`: of the texts as they are now. Approval needs one that did not fail. */
  test: z
    .object({
      to: z.string(),
      isCurrent: z.boolean(),
      state: z.enum(outboxEntryStates),
      lastError: z.string().nullable(),
      sentAt: instant.nullable(),
    })
    .nullable(),
  /** Approved, but its event is not published any more: nobody is written to until it is. */
  waitsForPublishing: z.boolean(),
  /** How fast it goes; null unless it is going. */
  pace: z
    .object({
      /** Mails a second of all announcements together, as set and as it is now. */
      perSecond: z.number(),
      now: z.number(),
      /** Until when nothing goes, since the mail server said that it takes no more for now. */
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

const meant = {
  audience,
  /** `news`: those of them alone who agreed to updates, whom an announcement of that topic goes to. */
  topic: z.enum(announcementTopics, 'topic must be event or news').optional(),
}
const listedPerson = z.object({ personKey: z.string(), email: z.string(), name: z.string() })

export const countAudience = endpoint('POST /api/admin/audiences/count', {
  access: 'admin',
  summary: 'How many people an audience has at this moment; as news, how many of them get it.',
  body: z.object(meant),
  refusals: ['unknown_event'],
  reply: z.object({ count: z.int() }),
})

export const listAudience = endpoint('POST /api/admin/audiences/people', {
  access: 'admin',
  summary: 'The people of an audience by address, in pages.',
  body: z.object({
    ...meant,
    /** Words of name or address. */
    search: optionalText('Search', limits.email),
    page: z.int().min(1).max(100_000).default(1),
    limit: z.int().min(1).max(500).default(50),
  }),
  refusals: ['unknown_event'],
  reply: z.object({ people: z.array(listedPerson), total: z.int() }),
})

export const listAudiences = endpoint('GET /api/admin/audiences', {
  access: 'admin',
  summary: 'Each audience of an event, and those of none, with its number of people.',
  query: z.object({ eventId: rowIdInPath.optional() }),
  refusals: ['unknown_event'],
  reply: z.object({
    audiences: z.array(
      z.object({ kind: z.enum(audienceKinds), eventId: rowId.nullable(), count: z.int() }),
    ),
    /** How many hold the event; null without one. */
    crew: z.int().nullable(),
  }),
})

export const listAnnouncements = endpoint('GET /api/admin/announcements', {
  access: 'admin',
  summary: 'Announcements, newest first, in pages.',
  query: z.object({ page, limit: wholeNumber('limit', 100).default(20) }),
  reply: z.object({ announcements: z.array(summary), total: z.int() }),
})

export const createAnnouncement = endpoint('POST /api/admin/announcements', {
  access: 'admin',
  summary: 'Begins an announcement, as a draft.',
  body: z.object(written),
  bodyLimit: announcementLimits.bytes,
  refusals: ['unknown_event'],
  reply: announcement,
})
export type WrittenAnnouncement = z.output<typeof createAnnouncement.body>

export const readAnnouncement = endpoint('GET /api/admin/announcements/:id', {
  access: 'admin',
  summary: 'An announcement, with what became of it so far.',
  params: byId,
  refusals: ['no_such_announcement'],
  reply: announcement,
})

export const changeAnnouncement = endpoint('PATCH /api/admin/announcements/:id', {
  access: 'admin',
  summary: 'Changes a draft; what is left out stays. An eventId of null leaves it about none.',
  params: byId,
  /** `updatedAt`: as it was read; refused where somebody changed it since. */
  body: z
    .object({ ...written, eventId: rowId.nullable(), updatedAt: instantNamed('updatedAt') })
    .partial(),
  bodyLimit: announcementLimits.bytes,
  refusals: [...ofDraft, 'announcement_changed', 'unknown_event'],
  reply: announcement,
})

export const deleteAnnouncement = endpoint('DELETE /api/admin/announcements/:id', {
  access: 'admin',
  summary: 'Removes a draft.',
  params: byId,
  refusals: [...ofDraft],
  reply: z.object({ id: rowId }),
})

export const previewAnnouncement = endpoint('POST /api/admin/announcements/:id/preview', {
  access: 'admin',
  summary: 'The very mail that a person of its audience gets; nothing in it lets anybody in.',
  params: byId,
  /** `personKey`: as whom; without it the first of the audience. */
  body: z.object({ personKey: personKey.nullish() }),
  refusals: ['no_such_announcement', 'no_such_person'],
  reply: z.object({
    /** As whom; null where the audience has nobody: then as somebody without a name. */
    person: listedPerson.nullable(),
    subject: z.string(),
    html: z.string(),
    text: z.string(),
    htmlBytes: z.int().optional(),
    /** Placeholders that are empty for them, with what stands in their place. */
    fallbacks: z.array(z.object({ placeholder: z.enum(placeholderNames), words: z.string() })),
    /** What is not in the mail, and why: links and pictures that none may have. */
    notes: z.array(z.string()),
  }),
})

export const testAnnouncement = endpoint('POST /api/admin/announcements/:id/test', {
  access: 'admin',
  summary: 'Sends it to one address, as it reads now: approval needs that.',
  params: byId,
  body: z.object({ to: email }),
  refusals: ['no_such_announcement'],
  reply: announcement,
})

export const approveAnnouncement = endpoint('POST /api/admin/announcements/:id/approve', {
  access: 'admin',
  summary: 'Sends it to its audience, now or at a moment; pressed again, to newcomers only.',
  params: byId,
  body: z.object({
    /** As shown: the people of the audience, or the newcomers where it was approved before. */
    count: z.int('count must be a number').min(0),
    at: instantNamed('at').nullish(),
  }),
  refusals: ['no_such_announcement', 'announcement_untested', 'audience_changed'],
  reply: announcement,
})

export const countNewcomers = endpoint('GET /api/admin/announcements/:id/newcomers', {
  access: 'admin',
  summary: 'How many people approving it would add: all of its audience while it is a draft.',
  params: byId,
  refusals: ['no_such_announcement'],
  reply: z.object({ count: z.int() }),
})

export const stopAnnouncement = endpoint('POST /api/admin/announcements/:id/stop', {
  access: 'admin',
  summary: 'Sends it to nobody new; what is at the mail server is counted.',
  params: byId,
  refusals: ['no_such_announcement', 'announcement_not_approved'],
  reply: announcement,
})

export const resumeAnnouncement = endpoint('POST /api/admin/announcements/:id/resume', {
  access: 'admin',
  summary: 'Goes on with an announcement that was stopped.',
  params: byId,
  refusals: ['no_such_announcement', 'announcement_not_approved'],
  reply: announcement,
})

export const retryAnnouncement = endpoint('POST /api/admin/announcements/:id/try-again', {
  access: 'admin',
  summary: 'Tries those again that failed; mails in doubt are tried one by one only.',
  params: byId,
  refusals: ['no_such_announcement', 'announcement_not_approved'],
  /** How many mails that are. */
  reply: z.object({ mails: z.int() }),
})

export const listRecipients = endpoint('GET /api/admin/announcements/:id/recipients', {
  access: 'admin',
  summary: 'What became of it for each person, in pages; of all, or of those in one state.',
  params: byId,
  query: z.object({
    state: z.enum(recipientStates, `state must be one of ${recipientStates.join(', ')}`).optional(),
    page,
    limit: limit.default(100),
    /** The `id` of the last one read, 0 to begin: the next come, quickly however far it is, and nothing is counted. */
    after: z.coerce.number('after must be a number').pipe(z.int().min(0)).optional(),
  }),
  refusals: ['no_such_announcement'],
  reply: z.object({
    recipients: z.array(
      z.object({
        /** Its number in the outbox, where more of it is told while it is kept. */
        id: rowId,
        ...ofPerson,
        /** Null of somebody who was erased, or is one person with another recipient now. */
        email: z.string().nullable(),
        name: z.string(),
        state: z.enum(recipientStates),
        /** Why it was not sent, or why the last try failed. */
        reason: z.string().nullable(),
        attempts: z.int(),
        triedAt: instant.nullable(),
        sentAt: instant.nullable(),
        /** What the mail server said. */
        answer: z.string().nullable(),
      }),
    ),
    /** Of the state asked for; null after another one. */
    total: z.int().nullable(),
    counts: counts.nullable(),
  }),
})
