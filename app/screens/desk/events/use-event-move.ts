import { useMutation, useQuery } from '@tanstack/react-query'
import type { EventMove } from '#shared/contract/event-checks.ts'
import type { AdminEvent } from '#shared/contract/events.ts'
import { pathOf } from '#app/api/addresses.ts'
import { call, CallError, serverMessage } from '#app/api/call.ts'
import { refusedWith } from '#app/api/refused-with.ts'
import { useEventsChanged } from './use-events-changed.ts'

/** What each move would bring about, asked anew whenever the dialog opens. */
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

function changesOf(move: EventMove) {
  if (move === 'cancel' || move === 'restore') return { cancelled: move === 'cancel' }
  return move === 'delete' ? {} : { status: move }
}

/** Makes a move as it was previewed; refused when the event was changed after it was read. */
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

/** `onDone` gets the changed row, nothing for a deleted event. */
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

/** The event is not, or no longer, as the dialog showed it. */
export function isOutdated(error: unknown): boolean {
  return error instanceof CallError && [404, 409].includes(error.status)
}

/** Why a move was not made, in words. */
export function explainStatusChange(error: unknown): string {
  if (refusedWith(error, 'no_such_event')) return 'This event is no longer there.'
  if (refusedWith(error, 'event_changed'))
    return 'Somebody else has just changed this event. Look again at what would happen.'
  if (refusedWith(error, 'event_has_registrations'))
    return 'Its registrations have changed meanwhile. Look at the number again.'
  return serverMessage(error) ?? 'Please check your connection and try again.'
}
