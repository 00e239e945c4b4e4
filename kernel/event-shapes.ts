import { z } from 'zod'
import { unscheduled } from './publishing.ts'
import { instant, rowId } from './fields.ts'
import { eventStatuses, zoomKinds } from './values.ts'

/**
 * An event as everybody sees it: no `videoUrl`, instead `hasRecording`; picture addresses that would
 * reveal the recording's id are null, others may carry a version (`?v=`); `status` is the effective
 * one. Specification, "Events".
 */
export const publicEvent = z.object({
  id: rowId,
  /** Its name in addresses: `/events/{slug}`. */
  slug: z.string(),
  title: z.string(),
  /** Calendar date, yyyy-MM-dd. */
  eventDate: z.iso.date().nullable(),
  /** ISO 8601 instant, or free text. */
  eventTime: z.string().nullable(),
  eventEndTime: z.string().nullable(),
  speakerName: z.string(),
  speakerTitle: z.string(),
  description: z.string(),
  featureImage: z.string().nullable(),
  bannerImage: z.string().nullable(),
  status: z.enum(eventStatuses),
  /** It is under way, by the clock or by what its webinar's provider says. */
  isLive: z.boolean(),
  dateConfirmed: z.boolean(),
  priority: z.int(),
  recordingReady: z.boolean(),
  hasRecording: z.boolean(),
  createdAt: instant,
  updatedAt: instant,
})
/**
 * From when on visitors see an event: an instant, which may be past, or `draft` for one that waits until
 * somebody publishes it. None: it is published.
 */
export const publishAt = z.union([z.literal(unscheduled), instant])

/** The administrator's row: everything that is stored, with the effective status beside it. */
export const adminEvent = publicEvent.extend({
  featureImage: z.string(),
  bannerImage: z.string(),
  videoUrl: z.string().nullable(),
  /** The same address for everybody. */
  roomUrl: z.string().nullable(),
  storedStatus: z.enum(eventStatuses),
  cancelledAt: instant.nullable(),
  publishAt: publishAt.nullable(),
  isSample: z.boolean(),
  /** The webinar of the event's mapping. */
  webinarId: z.string().nullable(),
  /** Whether Zoom holds it as a webinar or as a meeting with registration. */
  webinarKind: z.enum(zoomKinds),
})

export type PublicEvent = z.output<typeof publicEvent>
export type AdminEvent = z.output<typeof adminEvent>

/** What an event's own page shows, which is there whatever the status. */
export const eventPage = publicEvent.extend({ isCancelled: z.boolean() })
export type EventPage = z.output<typeof eventPage>
/** An event that nobody can register for any more, and whether it is cancelled, where that is known. */
export type OverEvent = PublicEvent & Partial<Pick<EventPage, 'isCancelled'>>
