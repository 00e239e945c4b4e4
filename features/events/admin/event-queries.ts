import { queryOptions } from '@tanstack/react-query'
import { call, CallError, pathOf, read } from '#client/api/call.ts'
import { allEvents } from '#features/events/public/event-queries.ts'
import type { ListedEvent, PublicEvent } from '#kernel/event-shapes.ts'

/**
 * Query of all events for select fields. Administrators receive more rows than visitors, so it must not share the
 * home page's cache.
 */
export const eventChoice = queryOptions({
  queryKey: [...allEvents.queryKey, 'choice'],
  queryFn: ({ signal }) => call('GET /api/events', { signal, asMyself: true }),
})

function isAdminRow(event: ListedEvent | PublicEvent): event is ListedEvent {
  return 'storedStatus' in event
}

/**
 * Query of all events with the fields that only administrators see. The endpoint also answers visitors, so treat a
 * response without these fields as 401: the session has expired.
 */
export const adminEvents = queryOptions({
  queryKey: [...allEvents.queryKey, 'admin'],
  async queryFn({ signal }) {
    const events = await call('GET /api/events', { signal, asMyself: true })
    if (!events.every(isAdminRow)) throw new CallError(401, '', 'You are signed out')
    return events
  },
})
export const eventChecks = read('GET /api/admin/events/preflight')
export const reports = read('GET /api/admin/figures')
/** Query of the mails that a recent save caused and that an administrator can still stop. */
export const heldMails = read('GET /api/admin/held-mails')
export const todaysCounts = read('GET /api/admin/today')
export const webinarSeatSetup = read('GET /api/admin/seat-setup')
export const backups = read('GET /api/admin/backups')

const checklistPath = pathOf('GET /api/admin/events/:id/checklist')

/** Returns the query of one event's checklist, for the event's page and the dashboard. */
export function eventChecklist(eventId: number) {
  return queryOptions({
    queryKey: [checklistPath, eventId],
    queryFn: ({ signal }) =>
      call('GET /api/admin/events/:id/checklist', { params: { id: eventId }, signal }),
    staleTime: 0,
  })
}
/** Beginning of the query keys of all checklists, to refetch all of them. */
export const eventChecklists = { queryKey: [checklistPath] }
