import { queryOptions } from '@tanstack/react-query'
import { watchWhile } from '#client/admin/paged-list.tsx'
import type { StateLabels } from '#client/admin/work-list.tsx'
import { call, pathOf } from '#client/api/call.ts'
import type { BadgeTone } from '#client/ui/badge.tsx'
import type {
  Announcement,
  AnnouncementSummary,
  listRecipients,
} from '#features/announcements/contract.ts'
import type { Audience } from '#kernel/audience-kinds.ts'
import type { ReplyOf } from '#kernel/endpoint.ts'
import type { AnnouncementState, RecipientState } from '#kernel/values.ts'

export const announcementsKey = [pathOf('GET /api/admin/announcements')] as const

const isMoving = ({ state }: Pick<AnnouncementSummary, 'state'>) =>
  state === 'sending' || state === 'scheduled'

export const pageSize = 20

/** Query for a page of announcements, newest first; refetches while one of them is scheduled or being sent. */
export function announcementsOf(page: number, eventId?: number) {
  return queryOptions({
    queryKey: [...announcementsKey, 'page', page, eventId],
    queryFn: ({ signal }) =>
      call('GET /api/admin/announcements', { query: { eventId, page, limit: pageSize }, signal }),
    staleTime: 0,
    refetchInterval: watchWhile<{ announcements: AnnouncementSummary[] }>(({ announcements }) =>
      announcements.some(isMoving),
    ),
  })
}

const isTestUnderWay = ({ test }: Announcement) =>
  test?.state === 'waiting' || test?.state === 'sending'

export function announcementOf(id: number) {
  return queryOptions({
    queryKey: [...announcementsKey, id],
    queryFn: ({ signal }) => call('GET /api/admin/announcements/:id', { params: { id }, signal }),
    staleTime: 0,
    refetchInterval: watchWhile<Announcement>((read) => isMoving(read) || isTestUnderWay(read)),
  })
}

/**
 * Query for the number of people who would get an announcement if it were sent again now, because they registered
 * since.
 */
export function newcomersOf(id: number) {
  return queryOptions({
    queryKey: [...announcementsKey, id, 'newcomers'],
    queryFn: ({ signal }) =>
      call('GET /api/admin/announcements/:id/newcomers', { params: { id }, signal }),
    staleTime: 0,
    gcTime: 0,
  })
}

/**
 * What selects the recipients of an announcement. With the topic `news`, only those of the audience who opted in to
 * updates get it.
 */
export type AudienceQuery = { audience: Audience; topic: Announcement['topic'] }

export function countOf(meant: AudienceQuery) {
  return queryOptions({
    queryKey: [pathOf('POST /api/admin/audiences/count'), meant],
    queryFn: ({ signal }) => call('POST /api/admin/audiences/count', { body: meant, signal }),
  })
}

/**
 * Query for the number of people in each group that an announcement can be sent to. With `eventId`, in the groups of
 * this event.
 */
export function audiencesOf(eventId: number | undefined) {
  return queryOptions({
    queryKey: [pathOf('GET /api/admin/audiences'), eventId],
    queryFn: ({ signal }) => call('GET /api/admin/audiences', { query: { eventId }, signal }),
  })
}

export function peopleOf(body: AudienceQuery & { search: string; page: number; limit: number }) {
  return queryOptions({
    queryKey: [pathOf('POST /api/admin/audiences/people'), body],
    queryFn: ({ signal }) => call('POST /api/admin/audiences/people', { body, signal }),
  })
}

/**
 * Query for the preview of an announcement to one recipient. Its key contains `updatedAt`, so that saving
 * reloads the preview.
 */
export function previewOf(id: number, updatedAt: string, personKey: string | undefined) {
  return queryOptions({
    queryKey: [...announcementsKey, id, 'preview', updatedAt, personKey],
    queryFn: ({ signal }) =>
      call('POST /api/admin/announcements/:id/preview', {
        params: { id },
        body: { personKey },
        signal,
      }),
  })
}

type Recipients = { id: number; state: RecipientState | undefined; page: number }

export function recipientsOf({ id, state, page }: Recipients) {
  const query = { state, page, limit: recipientsAtOnce }
  return queryOptions({
    queryKey: [...announcementsKey, id, 'recipients', state, page],
    queryFn: ({ signal }) =>
      call('GET /api/admin/announcements/:id/recipients', { params: { id }, query, signal }),
    staleTime: 0,
    refetchInterval: watchWhile<ReplyOf<typeof listRecipients>>(
      ({ counts }) => counts !== null && counts.waiting > 0,
    ),
  })
}
export const recipientsAtOnce = 50

/** Reads all recipients of an announcement, 1000 per call; calls `onArrived` with the number read so far. */
export async function readAllRecipients(
  { id, state }: Omit<Recipients, 'page'>,
  onArrived: (count: number) => void,
) {
  const limit = 1000
  const rows: ReplyOf<typeof listRecipients>['recipients'] = []
  for (;;) {
    const query = { state, limit, after: rows.at(-1)?.id ?? 0 }
    const { recipients } = await call('GET /api/admin/announcements/:id/recipients', {
      params: { id },
      query,
    })
    rows.push(...recipients)
    onArrived(rows.length)
    if (recipients.length < limit) return rows
  }
}

export const announcementLabels: Record<AnnouncementState, { name: string; tone: BadgeTone }> = {
  draft: { name: 'Draft', tone: 'neutral' },
  scheduled: { name: 'Scheduled', tone: 'accent' },
  sending: { name: 'Sending', tone: 'accent' },
  stopped: { name: 'Stopped', tone: 'danger' },
  done: { name: 'Done', tone: 'success' },
}

/** Labels for the states of recipients, in display order. */
export const recipientLabels: StateLabels<RecipientState> = {
  sent: { name: 'Sent', tone: 'success' },
  waiting: { name: 'Waiting', tone: 'neutral' },
  failed: { name: 'Failed', tone: 'danger' },
  skipped: { name: 'Skipped', tone: 'neutral' },
  inDoubt: { name: 'May have been sent', tone: 'danger' },
}

export const titleOf = ({ subject }: { subject: string }) => subject || 'No subject'
