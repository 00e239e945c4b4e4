import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { pathOf, call, CallError, read, serverMessage, refusedWith } from '#client/api/call.ts'
import type { EventMove } from '#kernel/values.ts'
import {
  allEvents,
  completedEvents,
  currentEvent,
  upcomingEvents,
} from '#features/events/public/event-queries.ts'
import { changesOf } from '#features/events/rules.ts'
import type { AdminEvent } from '#kernel/event-shapes.ts'
import {
  adminEvents,
  reports,
  eventChecklists,
  eventChecks,
  eventChoice,
  heldMails,
  todaysCounts,
} from './event-queries.ts'

/** Queries the consequences of every status change that an event allows; refetched whenever the dialog opens. */
export function useStatusChangePreview(eventId: number) {
  return useQuery({
    queryKey: [pathOf('POST /api/admin/events/:id/consequences'), eventId],
    queryFn: ({ signal }) =>
      call('POST /api/admin/events/:id/consequences', {
        params: { id: eventId },
        body: {},
        signal,
      }),
    gcTime: 0,
  })
}

export type MovePreview = NonNullable<ReturnType<typeof useStatusChangePreview>['data']>

/**
 * Sends a status change, such as cancelling. The server refuses it if the event has changed since the preview, or, when
 * deleting, if the number of registrations has.
 */
async function changeStatus(event: AdminEvent, move: EventMove, preview: MovePreview) {
  const params = { id: event.id }
  if (move === 'delete') {
    const registrations = preview.confirmed + preview.preRegistered || undefined
    await call('DELETE /api/admin/events/:id', { params, query: { registrations } })
    return undefined
  }
  const body = { ...changesOf(move), updatedAt: event.updatedAt }
  return call('PATCH /api/admin/events/:id', { params, body })
}

type Moving = { move: EventMove; preview: MovePreview }

/**
 * Returns a mutation that changes an event's status. `onDone` receives the changed event; undefined after deleting.
 */
export function useStatusChange(
  event: AdminEvent,
  onDone: (changed: AdminEvent | undefined, move: EventMove) => void,
) {
  const eventsChanged = useEventsChanged()
  return useMutation({
    mutationFn: ({ move, preview }: Moving) => changeStatus(event, move, preview),
    onSuccess: (changed, { move }) => onDone(changed, move),
    onError: (error) => isOutdated(error) && void eventsChanged(),
  })
}

/** Returns whether a call failed because the event was changed or deleted after the dialog read it. */
export function isOutdated(error: unknown): boolean {
  return error instanceof CallError && [404, 409].includes(error.status)
}

export function explainStatusChange(error: unknown): string {
  if (refusedWith(error, 'no_such_event')) return 'This event was deleted.'
  if (refusedWith(error, 'event_changed'))
    return 'Another administrator just changed this event. Check the consequences again.'
  if (refusedWith(error, 'event_has_registrations'))
    return 'The number of registrations has changed. Check it again.'
  return serverMessage(error) ?? 'Please check your connection and try again.'
}

const shownToAdmins = [adminEvents, eventChoice, eventChecks, heldMails, reports, todaysCounts]
const memberVideos = read('GET /api/members/videos')
const cachedElsewhere = [allEvents, currentEvent, upcomingEvents, completedEvents, memberVideos]

/**
 * Returns a function to call after an event changed: it refetches all queries about events. If the caller passes the
 * changed event, it is shown at once.
 * Without that, an action during the refetch would send the former `updatedAt`, and the server would refuse it.
 */
export function useEventsChanged(): (changed?: AdminEvent) => Promise<void> {
  const queryClient = useQueryClient()
  return async (changed) => {
    if (changed) {
      queryClient.setQueryData(adminEvents.queryKey, (rows) =>
        rows?.map((row) => (row.id === changed.id ? { ...row, ...changed } : row)),
      )
    }
    for (const { queryKey } of cachedElsewhere) queryClient.removeQueries({ queryKey, exact: true })
    await Promise.all([
      queryClient.invalidateQueries(eventChecklists),
      changed &&
        queryClient.invalidateQueries({
          queryKey: ['/api/admin/events', changed.id, 'recording-approval'],
        }),
      ...shownToAdmins.map(({ queryKey }) =>
        queryClient.invalidateQueries({ queryKey, exact: true }),
      ),
    ])
  }
}
