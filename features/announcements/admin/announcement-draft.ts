import type { DraftPart } from '#client/admin/compare-drafts.ts'
import type { DraftKeeper } from '#client/admin/use-draft.ts'
import type { Announcement } from '#features/announcements/contract.ts'
import { describeAudience } from '#features/announcements/rules.ts'
import { isOfEvent, type Audience, type AudiencePart } from '#kernel/audience-kinds.ts'

/**
 * Values in the form of an announcement. Unlike a saved announcement, its audience may contain groups, such as
 * "registered for", for which no event is chosen yet.
 */
export type AnnouncementDraft = {
  topic: Announcement['topic']
  eventId: number | null
  any: AudiencePart[]
  except: AudiencePart[]
  crewOf: number | undefined
  subject: string
  body: string
}

/** Keeps the form's unsaved values, and the stored announcement that they change, while another page is open. */
export type AnnouncementKeeper = DraftKeeper<AnnouncementDraft, Announcement | undefined>

export const blankDraft: AnnouncementDraft = {
  topic: 'event',
  eventId: null,
  any: [{ kind: 'registered' }],
  except: [],
  crewOf: undefined,
  subject: '',
  body: '',
}

/** Returns the values for the form of an announcement: those stored or, for a new announcement, `start`. */
export function draftOf(
  announcement: Announcement | undefined,
  start: AnnouncementDraft = blankDraft,
): AnnouncementDraft {
  if (!announcement) return start
  const { topic, eventId, audience, subject, body } = announcement
  const { any, except, crewOf } = audience
  return { topic, eventId, any, except, crewOf, subject, body }
}

/**
 * Returns the values in the form as the API expects them. With the topic `event`, all groups of the audience
 * refer to the announcement's event.
 */
export function writtenOf(draft: AnnouncementDraft) {
  const { topic, eventId, subject, body } = draft
  return { topic, eventId, audience: audienceOf(draft), subject, body }
}

export function audienceOf({ topic, eventId, ...draft }: AnnouncementDraft): Audience {
  const own = (part: AudiencePart) =>
    topic === 'event' && eventId !== null ? { ...part, eventId } : part
  const ofEvent = (part: AudiencePart) => (isOfEvent(part.kind) ? part : { kind: part.kind })
  const crew = draft.crewOf === undefined ? {} : { crewOf: draft.crewOf }
  return {
    any: draft.any.map((part) => ofEvent(own(part))),
    except: draft.except.map(ofEvent),
    ...crew,
  }
}

/** Returns whether an audience is complete: it has a group, and each group that needs an event has one. */
export function isWhole({ any, except }: Audience): boolean {
  const parts = [...any, ...except]
  return any.length > 0 && parts.every(({ kind, eventId }) => !isOfEvent(kind) || Boolean(eventId))
}

const written = (draft: AnnouncementDraft) => JSON.stringify(sorted(writtenOf(draft)))

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined)
  return entries
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, inner]) => [name, sorted(inner)])
}

export function isSameDraft(one: AnnouncementDraft, other: AnnouncementDraft): boolean {
  return written(one) === written(other)
}

/** Returns the parts of an announcement to compare and merge if two administrators changed it at the same time. */
export function announcementParts(
  titleOf: (eventId: number) => string,
): DraftPart<AnnouncementDraft>[] {
  const textPart = (name: 'subject' | 'body', label: string): DraftPart<AnnouncementDraft> => ({
    label,
    show: (draft) => draft[name] || 'empty',
    isSame: (one, other) => one[name] === other[name],
    take: (from, into) => ({ ...into, [name]: from[name] }),
  })
  return [
    {
      // Topic and recipients are merged as one part after an edit conflict, because the topic determines which
      // recipients are possible.
      label: 'Type and recipients',
      show: (draft) => {
        const event = draft.eventId === null ? 'no event' : titleOf(draft.eventId)
        return `${draft.topic === 'event' ? 'About an event' : 'Newsletter'}, ${event}, to everyone who ${describeAudience(audienceOf(draft), titleOf)}`
      },
      isSame: (one, other) =>
        isSameDraft({ ...one, subject: '', body: '' }, { ...other, subject: '', body: '' }),
      take: ({ topic, eventId, any, except, crewOf }, into) => ({
        ...into,
        topic,
        eventId,
        any,
        except,
        crewOf,
      }),
    },
    textPart('subject', 'Subject'),
    textPart('body', 'Text'),
  ]
}
